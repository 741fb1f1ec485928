import type { Book } from "#contract/books.ts";
import type { SyncStatus } from "#web/progress/progress-sync.ts";

import { readRate, readVolume } from "./preferences.ts";
import type { SleepTimer } from "./sleep-timer.ts";

/** An EPUB's own audio has neither an upload nor an author or a cover for the lock screen. */
export type PlayedBook = Pick<Book, "id" | "title" | "chapters" | "audiobookSeconds"> &
  Partial<Pick<Book, "author" | "coverImage" | "audiobookUploadedAt">>;

export type PlayerState = ReturnType<typeof initialState>;

export function initialState(book: PlayedBook) {
  return {
    phase: "loading" as "loading" | "ready",
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
    /** `at` is by `elapsed`. */
    undo: null as { position: number; at: number } | null,
    rewound: null as { seconds: number; at: number } | null,
    sleep: null as SleepTimer | null,
    saving: { isFailing: false, offer: null } as SyncStatus,
  };
}
