import { queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import type { Progress } from "#contract/progress.ts";

import { callWithHeaders } from "./call.ts";

/** Short, because the next save is only seconds away. */
export const SAVE_TIMEOUT_MS = 10_000;

const PROGRESS_STALE_MS = 5000;

/** `isLastSeen`: from the device; another one may have moved it. */
export type Fetched<SavedProgress> = SavedProgress & { isLastSeen?: boolean };
export type FetchedProgress = Fetched<Progress>;

type ProgressResponse<SavedProgress> = { body: SavedProgress; headers: Headers };

export function toFetchedProgress<SavedProgress extends { revision: number }>({
  body,
  headers,
}: ProgressResponse<SavedProgress>): Fetched<SavedProgress> {
  return headers.has(LAST_SEEN_HEADER) ? { ...body, isLastSeen: true } : body;
}

export const progressQuery = (bookId: number) =>
  queryOptions<FetchedProgress>({
    queryKey: [callUrl("GET /api/audiobook-progress", { query: { bookId } })],
    queryFn: async ({ signal }) =>
      toFetchedProgress(await callWithHeaders("GET /api/audiobook-progress", { query: { bookId }, signal })),
    staleTime: PROGRESS_STALE_MS,
    refetchOnWindowFocus: "always",
    retry: 3,
    retryDelay: 1000,
  });

export const audiobookProgressQuery = (book: Pick<Book, "id" | "audiobookFilename"> | null | undefined) => ({
  ...progressQuery(book?.id ?? 0),
  enabled: Boolean(book?.audiobookFilename),
});

export const saveOptions = (keepalive: boolean) =>
  keepalive ? { keepalive } : { signal: AbortSignal.timeout(SAVE_TIMEOUT_MS) };
