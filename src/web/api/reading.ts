import { queryOptions } from "@tanstack/react-query";

import type { Match } from "#contract/book-progress.ts";
import { callUrl } from "#contract/call-url.ts";
import type { NewReadingProgress, ReadingProgress } from "#contract/reading.ts";

import { call, callWithHeaders } from "./call.ts";
import { type Fetched, saveOptions, toFetchedProgress } from "./progress.ts";
import { query } from "./query.ts";

export const readingProgressQuery = (bookId: number) =>
  queryOptions<Fetched<ReadingProgress>>({
    queryKey: [callUrl("GET /api/reading-progress", { query: { bookId } })],
    queryFn: async ({ signal }) =>
      toFetchedProgress(await callWithHeaders("GET /api/reading-progress", { query: { bookId }, signal })),
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

/** @throws ApiError; a 409 has a `ReadingConflict` */
export const saveReading = (progress: NewReadingProgress, keepalive = false) =>
  call("POST /api/reading-progress", { body: progress, ...saveOptions(keepalive) });

export const matchQuery = (bookId: number) =>
  queryOptions({
    ...query("GET /api/books/:id/match", { params: { id: bookId } }),
    refetchInterval: ({ state }) => (isAligning(state.data) ? ALIGNMENT_POLL_MS : false),
  });

const ALIGNMENT_POLL_MS = 5000;

function isAligning(match: Match | undefined): boolean {
  return match?.sentences.state === "waiting" || match?.sentences.state === "working";
}
