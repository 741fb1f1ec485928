import { Overlayer } from "foliate-js/overlayer.js";

const SPOKEN_KEY = "voice";

export class PageLayer extends Overlayer {
  #spoken: Range | null = null;

  highlightSpoken(range: Range | null): void {
    this.remove(SPOKEN_KEY);
    this.#spoken = range;
    if (range) this.add(SPOKEN_KEY, range, Overlayer.highlight, { color: "var(--season)" });
  }

  /** The spoken sentence isn't a bookmark and must not cover one. */
  override hitTest(point: { x: number; y: number }): [] | [key: string, range: Range] {
    const spoken = this.#spoken;
    this.highlightSpoken(null);
    const highlight = super.hitTest(point);
    this.highlightSpoken(spoken);
    return highlight;
  }
}
