import { type QueryKey, queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { LAST_SEEN } from "#contract/headers.ts";
import type { Jump, NewProgress, Progress } from "#contract/progress.ts";

import { ApiError, client } from "./client.ts";

/** Short, because the next save is only seconds away. */
export const SAVE_TIMEOUT = 10_000;

/** Milliseconds in which Home, the mini player and the player share one answer when a page opens. */
const OPENING = 5000;

/** `isLastSeen` marks the offline copy's position: another device may have moved on. */
export type Known<Place> = Place & { isLastSeen?: boolean };
export type KnownProgress = Known<Progress>;

/** For a query of a position in audio or text. */
export async function readKnown<Place extends { revision: number; isLastSeen?: boolean }>(context: {
  queryKey: QueryKey;
  signal: AbortSignal;
}): Promise<Known<Place>> {
  const { body, headers } = await client.read<Place>(String(context.queryKey[0]), context.signal);
  const place = requirePlace(body);
  return headers.has(LAST_SEEN) ? { ...place, isLastSeen: true } : place;
}

export const progressQuery = (bookId: number) =>
  queryOptions<KnownProgress>({
    queryKey: [`/api/audiobook-progress?bookId=${bookId}`],
    queryFn: readKnown<Progress>,
    staleTime: OPENING,
    refetchOnWindowFocus: "always",
    retry: 3,
    retryDelay: 1000,
  });

/** For pages that only show it; off without an audiobook. */
export const placeQuery = (book: Pick<Book, "id" | "audiobookFilename"> | null | undefined) => ({
  ...progressQuery(book?.id ?? 0),
  enabled: Boolean(book?.audiobookFilename),
});

export const jumpsQuery = (bookId: number) =>
  queryOptions<Jump[]>({ queryKey: [`/api/audiobook-progress/history?bookId=${bookId}`], staleTime: 0 });

/** `keepalive`: the page may close before the answer. @throws ApiError; 409 carries a `ProgressConflict` */
export const saveProgress = (progress: NewProgress, keepalive = false) =>
  client.post<Progress>("/api/audiobook-progress", progress, saveInit(keepalive));

export const saveInit = (keepalive: boolean) =>
  keepalive ? { keepalive } : { signal: AbortSignal.timeout(SAVE_TIMEOUT) };

/** @throws Error for an answer that isn't a place, such as null */
export function requirePlace<Place extends { revision: number }>(answer: Place | null | undefined): Place {
  if (typeof answer?.revision !== "number") throw new TypeError("The answer is no place");
  return answer;
}

/** The newer place in a 409, else null. */
export function conflictingPlace<Place>(error: unknown): Place | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    return (JSON.parse(error.body) as { progress: Place }).progress;
  } catch {
    return null;
  }
}
