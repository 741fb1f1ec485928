import type { Book } from "#contract/books.ts";
import type { PlaceStatus } from "#web/progress/progress-sync.ts";

import type { Preferences } from "./preferences.ts";
import type { SleepTimer } from "./sleep-timer.ts";

/** The fields of a book that its player needs. */
export type PlayedBook = Pick<
  Book,
  | "id"
  | "title"
  | "author"
  | "coverImage"
  | "chapters"
  | "audiobookSeconds"
  | "audiobookFilename"
  | "audiobookUploadedAt"
>;

export type PlayerState = {
  /** 'loading' until the position is known. */
  phase: "loading" | "ready";
  playing: boolean;
  /** True after the first playback on this page. */
  started: boolean;
  waiting: boolean;
  broken: boolean;
  /** True once playback reached the end after the last jump. */
  finished: boolean;
  position: number;
  duration: number;
  rate: number;
  volume: number;
  muted: boolean;
  /** The position before a long jump, and its time by `elapsed`. */
  undo: { position: number; at: number } | null;
  /** How far playback rewound after a pause, and its time by `elapsed`. */
  rewound: { seconds: number; at: number } | null;
  sleep: SleepTimer | null;
  sleepLeftMs: number;
  saving: PlaceStatus;
};

export function initialState(book: PlayedBook, preferences: Preferences): PlayerState {
  return {
    phase: "loading",
    playing: false,
    started: false,
    waiting: false,
    broken: false,
    finished: false,
    position: 0,
    duration: book.audiobookSeconds ?? 0,
    rate: preferences.rate(book.id),
    volume: preferences.volume(),
    muted: false,
    undo: null,
    rewound: null,
    sleep: null,
    sleepLeftMs: 0,
    saving: { failing: false, offer: null },
  };
}
