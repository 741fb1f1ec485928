import { SAVE_AGE_MAX_SECONDS } from "#contract/limits.ts";
import type { NewProgress, Progress, SaveReason } from "#contract/progress.ts";

/** Where the server knows a member to be: in a sound by seconds, in a text by its share and its locator. */
export type SavedPlace = Pick<Progress, "currentTime" | "revision" | "device" | "updatedAt"> & {
  locator?: string | null;
  /** From the offline copy: another device may have moved on since. */
  isLastSeen?: boolean;
};

/** A save that waits to be sent. It keeps its number, so sending it twice is harmless. */
export type PendingSave = {
  bookId: number;
  /** Whole seconds of a sound; the share of a text. */
  position: number;
  /** Of a place in a text. */
  locator?: string | null;
  reason: SaveReason;
  baseRevision: number;
  device: string;
  client: string;
  sequence: number;
  /** Milliseconds since 1970 at which the position was true. */
  at: number;
};

/** What came of a save: `refused` is a 409 with the newer place, `dropped` can never succeed. */
export type SendResult =
  | { kind: "saved"; progress: SavedPlace }
  | { kind: "refused"; progress: SavedPlace }
  | { kind: "dropped" }
  | { kind: "failed" };

/** Longest queue: offline, only jumps make it grow. */
const LONGEST = 500;

/**
 * Adds a save at the end. A tick takes the place of an earlier tick behind it, and a jump that of a
 * jump on which nothing was heard; what ends a stretch of listening stays. `inFlight` (a sequence) is left alone.
 */
export function enqueue(queue: readonly PendingSave[], save: PendingSave, inFlight: number | null): PendingSave[] {
  const last = queue.at(-1);
  const replaces = last !== undefined && last.sequence !== inFlight && isCovered(last, save);
  return [...(replaces ? queue.slice(0, -1) : queue), save].slice(-LONGEST);
}

/** The call's body for a save that is sent at `now` (milliseconds since 1970). */
export function toCall(save: PendingSave, now: number): NewProgress {
  const { position, at, locator: _, ...fields } = save;
  // a clock that was wrong by years, as after an empty battery, must not make the server refuse the place
  const age = Math.min(Math.max(0, Math.floor((now - at) / 1000)), SAVE_AGE_MAX_SECONDS);
  return { ...fields, currentTime: position, chapter: 0, age };
}

function isCovered(last: PendingSave, save: PendingSave): boolean {
  if (last.bookId !== save.bookId || last.baseRevision !== save.baseRevision) return false;
  if (save.reason === "seek") return last.reason === "seek";
  return last.reason !== "seek" && save.position >= last.position;
}
