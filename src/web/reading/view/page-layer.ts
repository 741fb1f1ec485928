import { Overlayer } from "foliate-js/overlayer.js";

const VOICE_KEY = "voice";

type VoiceMark = { range: Range; color: string };

export class PageLayer extends Overlayer {
  #marked: VoiceMark | null = null;

  markVoice(mark: VoiceMark | null): void {
    this.remove(VOICE_KEY);
    this.#marked = mark;
    if (mark) this.add(VOICE_KEY, mark.range, Overlayer.highlight, { color: mark.color });
  }

  /** The voice's mark isn't a highlight and must not cover one. */
  override hitTest(point: { x: number; y: number }): [] | [key: string, range: Range] {
    const voiceMark = this.#marked;
    this.markVoice(null);
    const highlight = super.hitTest(point);
    this.markVoice(voiceMark);
    return highlight;
  }
}
