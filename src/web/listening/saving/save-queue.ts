import { SAVE_AGE_MAX_SECONDS } from "#contract/limits/progress.ts";
import type { NewProgress, Progress, SaveReason } from "#contract/progress.ts";

/** A position the server knows: seconds in audio; share and locator in text. */
export type SavedPlace = Pick<Progress, "currentTime" | "revision" | "device" | "updatedAt"> & {
  locator?: string | null;
  /** From the offline copy: another device may have moved on. */
  isLastSeen?: boolean;
};

/** An unsent save. Its number makes resending harmless. */
export type PendingSave = {
  bookId: number;
  position: number;
  locator?: string | null;
  reason: SaveReason;
  baseRevision: number;
  device: string;
  client: string;
  sequence: number;
  at: number;
};

/** `refused` is a 409 with the newer position, `dropped` can never succeed. */
export type SendResult =
  | { kind: "saved"; progress: SavedPlace }
  | { kind: "refused"; progress: SavedPlace }
  | { kind: "dropped" }
  | { kind: "failed" };

/** The most saves that are kept. Offline, only jumps add one. */
const LONGEST = 500;

/**
 * A tick replaces the one before, a jump one after which nothing was heard. Never touches those `onTheWay` (numbers).
 */
export function enqueue(
  queue: readonly PendingSave[],
  save: PendingSave,
  onTheWay: ReadonlySet<number> = new Set(),
): PendingSave[] {
  const last = queue.at(-1);
  const replaces = last !== undefined && !onTheWay.has(last.sequence) && isCovered(last, save);
  return [...(replaces ? queue.slice(0, -1) : queue), save].slice(-LONGEST);
}

/** The request body at `now` (milliseconds since 1970). */
export function toCall(save: PendingSave, now: number): NewProgress {
  const { position, at, locator: _, ...fields } = save;
  // a clock that was years off must not make the server refuse the position
  const age = Math.min(Math.max(0, Math.floor((now - at) / 1000)), SAVE_AGE_MAX_SECONDS);
  return { ...fields, currentTime: position, chapter: 0, age };
}

function isCovered(last: PendingSave, save: PendingSave): boolean {
  if (last.bookId !== save.bookId || last.baseRevision !== save.baseRevision) return false;
  if (save.reason === "seek") return last.reason === "seek";
  return last.reason !== "seek" && save.position >= last.position;
}
