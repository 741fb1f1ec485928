import { Overlayer } from "foliate-js/overlayer.js";

const VOICE = "voice";

type Marked = { range: Range; color: string };

/** What is drawn over a section's text: highlights, and where the voice is. */
export class PageLayer extends Overlayer {
  #marked: Marked | null = null;

  /** @param marked null for none */
  markVoice(marked: Marked | null): void {
    this.remove(VOICE);
    this.#marked = marked;
    if (marked) this.add(VOICE, marked.range, Overlayer.highlight, { color: marked.color });
  }

  /** The voice's mark is no highlight, and hides none. */
  override hitTest(point: { x: number; y: number }): [] | [key: string, range: Range] {
    const marked = this.#marked;
    this.markVoice(null);
    const found = super.hitTest(point);
    this.markVoice(marked);
    return found;
  }
}
