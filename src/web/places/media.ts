import type { QueryClient } from "@tanstack/react-query";

import { SAVE_AGE_MAX_SECONDS } from "#contract/limits/progress.ts";
import type { NewProgress, Progress } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import { ApiError, isSignedOut } from "#web/api/client.ts";
import { conflictingPlace, type Known, requirePlace, saveProgress } from "#web/api/progress.ts";
import { refetch } from "#web/api/query-client.ts";
import { readingProgressQuery, saveReading } from "#web/api/reading.ts";
import { REACHED, SOUND, TEXT } from "#web/api/refetches.ts";
import { sendAs } from "#web/api/send-as.ts";
import { logProblem } from "#web/lib/log.ts";

import type { KnownPlace, Medium, PlaceSave, SendResult } from "./place.ts";

/** Statuses of saves that the server will never accept. */
const PERMANENT_REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 422]);

type Send = (queries: QueryClient, save: PlaceSave, isLeaving: boolean) => Promise<KnownPlace>;

const SEND: Record<Medium, Send> = {
  async sound(queries, save, isLeaving) {
    const call = { ...toCall(save, Date.now()), currentTime: save.position, chapter: 0 };
    const progress = requirePlace(await saveProgress(call, isLeaving));
    refetch(queries, SOUND);
    return ofSound(progress);
  },
  async text(queries, save, isLeaving) {
    const call = { ...toCall(save, Date.now()), fraction: save.position, locator: save.locator ?? null };
    const progress = requirePlace(await saveReading(call, isLeaving));
    queries.setQueryData(readingProgressQuery(save.bookId).queryKey, progress);
    refetch(queries, TEXT);
    return ofText(progress);
  },
};

type Sending = { userId: number; save: PlaceSave; isLeaving: boolean; isSilent: () => boolean; isOpen: boolean };

/**
 * Sends one save, and has what shows the place asked for again. Never rejects. @param isOpen the save's page goes on: it
 * isn't asked for at once, because each turn would take back what the page offers
 */
export async function sendPlace(
  queries: QueryClient,
  medium: Medium,
  { userId, save, isLeaving, isSilent, isOpen }: Sending,
): Promise<SendResult> {
  try {
    const known = await sendAs(userId, () => SEND[medium](queries, save, isLeaving));
    refetch(queries, REACHED, isOpen);
    return { kind: "saved", known };
  } catch (error) {
    const progress = conflictingPlace<Progress & ReadingProgress>(error);
    if (progress) return { kind: "refused", known: medium === "sound" ? ofSound(progress) : ofText(progress) };
    // a page that leaves cancels its calls, and a session may have ended; the place waits on the device
    if (!isSilent() && !isSignedOut(error)) logProblem("Saving the place failed", error);
    return { kind: error instanceof ApiError && PERMANENT_REFUSALS.has(error.status) ? "dropped" : "failed" };
  }
}

export function ofSound({ currentTime, revision, device, updatedAt, isLastSeen }: Known<Progress>): KnownPlace {
  return { position: currentTime, locator: null, revision, device, updatedAt, isLastSeen };
}

export function ofText({
  fraction,
  locator,
  revision,
  device,
  updatedAt,
  isLastSeen,
}: Known<ReadingProgress>): KnownPlace {
  return { position: fraction, locator, revision, device, updatedAt, isLastSeen };
}

type Call = Omit<NewProgress, "currentTime" | "chapter">;

/** What both media send. @param now milliseconds since 1970 */
export function toCall(save: PlaceSave, now: number): Call {
  const { bookId, edition, reason, baseRevision, device, client, sequence, at } = save;
  // a clock that was years off must not make the server refuse the place
  const age = Math.min(Math.max(0, Math.floor((now - at) / 1000)), SAVE_AGE_MAX_SECONDS);
  return { bookId, ...(edition && { edition }), reason, baseRevision, device, client, sequence, age };
}
