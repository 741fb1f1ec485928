import { queryOptions } from "@tanstack/react-query";

import type { Match } from "#contract/book-progress.ts";
import { callUrl } from "#contract/call-url.ts";
import type { ReadingProgress } from "#contract/reading.ts";

import { callWithHeaders } from "./call.ts";
import { type Fetched, toFetchedProgress } from "./progress.ts";
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

export const matchQuery = (bookId: number) =>
  queryOptions({
    ...query("GET /api/books/:id/match", { params: { id: bookId } }),
    refetchInterval: ({ state }) => (isAligning(state.data) ? ALIGNMENT_POLL_MS : false),
  });

const ALIGNMENT_POLL_MS = 5000;

function isAligning(match: Match | undefined): boolean {
  return match?.sentences.state === "waiting" || match?.sentences.state === "working";
}
