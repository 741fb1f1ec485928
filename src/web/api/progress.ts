import { queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { LAST_SEEN } from "#contract/headers.ts";
import type { Jump, NewProgress, Progress, ProgressConflict } from "#contract/progress.ts";

import { ApiError, client } from "./client.ts";

/** Milliseconds after which a save counts as failed: the next one is only seconds away. */
const SAVE_TIMEOUT = 10_000;

/** `isLastSeen` marks the offline copy's place: another device may have moved on since. */
export type KnownProgress = Progress & { isLastSeen?: boolean };

/** The member's own place in an audiobook; always refetched (SPEC 7). */
export const progressQuery = (bookId: number) =>
  queryOptions<KnownProgress>({
    queryKey: [`/api/audiobook-progress?bookId=${bookId}`],
    queryFn: async ({ queryKey: [path], signal }) => {
      const { body, headers } = await client.read<Progress>(String(path), signal);
      return headers.has(LAST_SEEN) ? { ...body, isLastSeen: true } : body;
    },
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    retry: 3,
    retryDelay: 1000,
  });

/** The same for a page that only shows the place: off while there is no book with an audiobook. */
export const placeQuery = (book: Pick<Book, "id" | "audiobookFilename"> | null | undefined) => ({
  ...progressQuery(book?.id ?? 0),
  enabled: Boolean(book?.audiobookFilename),
});

/** The places that the member left by a jump, the newest first. */
export const jumpsQuery = (bookId: number) =>
  queryOptions<Jump[]>({ queryKey: [`/api/audiobook-progress/history?bookId=${bookId}`], staleTime: 0 });

/** Saves the place. @throws ApiError; 409 carries a `ProgressConflict` */
export const saveProgress = (progress: NewProgress) =>
  client.post<Progress>("/api/audiobook-progress", progress, { signal: AbortSignal.timeout(SAVE_TIMEOUT) });

/** Saves the place from a page that may be gone before the answer. */
export const saveProgressLeaving = (progress: NewProgress) =>
  client.post<Progress>("/api/audiobook-progress", progress, { keepalive: true });

/** The newer place that a refused save was answered with, or null for any other failure. */
export function conflictingProgress(error: unknown): Progress | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    return (JSON.parse(error.body) as ProgressConflict).progress;
  } catch {
    return null;
  }
}
