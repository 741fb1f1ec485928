import type { TextTap } from "#web/reading/reader.ts";

/** `isOn` once the voice has read in this reader; `isAway` while the member reads elsewhere in the book. */
export type AlongState = { isOn: boolean; isPlaying: boolean; isAway: boolean };

export const READ_ALONG_OFF: AlongState = { isOn: false, isPlaying: false, isAway: false };

/** What reads the book to the member while they see its text (BEYOND 11): the audiobook, the eBook's sound, or a voice. */
export type ReadAlong = {
  state: () => AlongState;
  subscribe: (listener: () => void) => () => void;
  /** Pauses; plays where the voice was if that is on the page, else from the page on. */
  toggle: () => void;
  /** To the page that is read. */
  back: () => void;
  /** Reads on from where the page was tapped, while it reads. */
  tap: TextTap;
  end: () => void;
};
