import { Overlayer } from "foliate-js/overlayer.js";

const SPOKEN_KEY = "voice";

type SpokenHighlight = { range: Range; color: string };

export class PageLayer extends Overlayer {
  #spoken: SpokenHighlight | null = null;

  highlightSpoken(highlight: SpokenHighlight | null): void {
    this.remove(SPOKEN_KEY);
    this.#spoken = highlight;
    if (highlight) this.add(SPOKEN_KEY, highlight.range, Overlayer.highlight, { color: highlight.color });
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
