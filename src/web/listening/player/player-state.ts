import type { Book } from "#contract/books.ts";
import type { SyncStatus } from "#web/progress/progress-sync.ts";

import { readRate, readVolume } from "./preferences.ts";
import type { SleepTimer } from "./sleep-timer.ts";

/** An EPUB's own audio has neither an upload nor an author or a cover for the lock screen. */
export type PlayedBook = Pick<Book, "id" | "title" | "chapters" | "audiobookSeconds"> &
  Partial<Pick<Book, "author" | "coverImage" | "audiobookUploadedAt">>;

export type PlayerState = {
  phase: "loading" | "ready";
  isPlaying: boolean;
  hasStarted: boolean;
  isWaiting: boolean;
  isBroken: boolean;
  hasFinished: boolean;
  position: number;
  duration: number;
  rate: number;
  volume: number;
  muted: boolean;
  /** `at` is by `elapsed`. */
  undo: { position: number; at: number } | null;
  rewound: { seconds: number; at: number } | null;
  sleep: SleepTimer | null;
  saving: SyncStatus;
};

export function initialState(book: PlayedBook): PlayerState {
  return {
    phase: "loading",
    isPlaying: false,
    hasStarted: false,
    isWaiting: false,
    isBroken: false,
    hasFinished: false,
    position: 0,
    duration: book.audiobookSeconds ?? 0,
    rate: readRate(book.id),
    volume: readVolume(),
    muted: false,
    undo: null,
    rewound: null,
    sleep: null,
    saving: { isFailing: false, offer: null },
  };
}
