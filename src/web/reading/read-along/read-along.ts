import type { TextTap } from "#web/reading/reader.ts";

/** `isOn` once the voice has started in this reader; `isAway` while the member reads elsewhere in the book. */
export type ReadAlongState = { isOn: boolean; isPlaying: boolean; isAway: boolean };

export const READ_ALONG_OFF: ReadAlongState = { isOn: false, isPlaying: false, isAway: false };

/** The audiobook, the EPUB's own audio, or speech synthesis (BEYOND 11). */
export type ReadAlong = {
  state: () => ReadAlongState;
  subscribe: (listener: () => void) => () => void;
  /** Pauses, or resumes at the last position if it's on the page, and at the start of the page if not. */
  toggle: () => void;
  /** Of an audiobook without aligned sentences. */
  playFromPage?: () => void;
  returnToVoice: () => void;
  tap: TextTap;
  end: () => void;
};
