import type { QueryClient } from "@tanstack/react-query";

import type { NewProgress, Progress } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import { REFETCHES } from "#contract/refetches.ts";
import { call } from "#web/api/call.ts";
import { ApiError, isSignedOut } from "#web/api/client.ts";
import { conflictOf, isFromOtherServer, isOtherMember } from "#web/api/failure-kind.ts";
import { ageSeconds } from "#web/api/offline-mutations.ts";
import { type Fetched, saveOptions } from "#web/api/progress.ts";
import { invalidatePaths } from "#web/api/query-client.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { sendAsMember } from "#web/api/request.ts";
import { logProblem } from "#web/lib/browser/log.ts";

import type { Medium, PendingSave, SendResult, ServerPosition } from "./position.ts";

const PERMANENT_ERRORS: ReadonlySet<number> = new Set([400, 403, 404, 422]);

type FetchedPosition = Fetched<Progress> | Fetched<ReadingProgress>;

/** @throws ApiError; a 409 has a `ProgressConflict` or `ReadingConflict` */
type Sender = (queries: QueryClient, save: PendingSave, isLeaving: boolean) => Promise<FetchedPosition>;

const SAVE_CALLS = { audio: "POST /api/audiobook-progress", text: "POST /api/reading-progress" } as const;

const SENDERS: Record<Medium, Sender> = {
  audio(_queries, save, isLeaving) {
    const body = { ...toSaveBody(save, Date.now()), currentTime: save.position, chapter: 0 };
    return call("POST /api/audiobook-progress", { body, ...saveOptions(isLeaving) });
  },
  async text(queries, save, isLeaving) {
    const body = { ...toSaveBody(save, Date.now()), fraction: save.position, locator: save.locator ?? null };
    const progress = await call("POST /api/reading-progress", { body, ...saveOptions(isLeaving) });
    queries.setQueryData(readingProgressQuery(save.bookId).queryKey, progress);
    return progress;
  },
};

/** Splits off calls that the book's page shows. A save's response has the position in the text. */
function splitBookKeys(keys: readonly string[]): [string[], string[]] {
  const isBookKey = (key: string) => key.startsWith("GET /api/books/:id/");
  return [keys.filter(isBookKey), keys.filter((key) => !isBookKey(key) && key !== "GET /api/reading-progress")];
}

type SendOptions = { userId: number; save: PendingSave; isLeaving: boolean; isSilent: () => boolean; isOpen: boolean };

/** Never rejects. While the save's page is open, a refetch with each page turn would undo its offer. */
export async function sendSave(
  queries: QueryClient,
  medium: Medium,
  { userId, save, isLeaving, isSilent, isOpen }: SendOptions,
): Promise<SendResult> {
  try {
    const progress = await sendAsMember(userId, () => SENDERS[medium](queries, save, isLeaving));
    const [bookKeys, others] = splitBookKeys(REFETCHES[SAVE_CALLS[medium]] ?? []);
    invalidatePaths(queries, others);
    invalidatePaths(queries, bookKeys, isOpen);
    return { kind: "saved", serverPosition: toServerPosition(progress) };
  } catch (error) {
    const conflict = isOtherMember(error) ? null : conflictOf(SAVE_CALLS[medium], error);
    if (conflict) return { kind: "rejected", serverPosition: toServerPosition(conflict.progress) };
    // A closing page cancels its requests, and the session may have ended. The save stays on the device.
    if (!isSilent() && !isSignedOut(error)) logProblem("Failed to save the position", error);
    return {
      kind:
        error instanceof ApiError && !isFromOtherServer(error) && PERMANENT_ERRORS.has(error.status)
          ? "dropped"
          : "failed",
    };
  }
}

export const toServerPosition = (progress: FetchedPosition): ServerPosition =>
  "fraction" in progress
    ? { ...progress, position: progress.fraction }
    : { ...progress, position: progress.currentTime, locator: null };

type SaveBody = Omit<NewProgress, "currentTime" | "chapter">;

/** @param now milliseconds since 1970 */
export function toSaveBody(save: PendingSave, now: number): SaveBody {
  const { bookId, edition, reason, baseRevision, device, client, sequence, at } = save;
  const age = ageSeconds(at, now);
  return { bookId, ...(edition && { edition }), reason, baseRevision, device, client, sequence, age };
}
