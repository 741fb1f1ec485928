import { queryOptions } from "@tanstack/react-query";

import type { BookPlace, Match, MatchCorrection } from "#contract/place.ts";
import type { Contents, NewReadingProgress, ReadingConflict, ReadingJump, ReadingProgress } from "#contract/reading.ts";
import type { Timeline } from "#contract/timeline.ts";

import { ApiError, client } from "./client.ts";

/** Milliseconds after which a save counts as failed. */
const SAVE_TIMEOUT = 10_000;

/** What a book's eBook holds. */
export const contentsQuery = (bookId: number) =>
  queryOptions<Contents>({ queryKey: [`/api/books/${bookId}/contents`], staleTime: 60_000 });

/** Where the member is in text and sound. */
export const placeQuery = (bookId: number) =>
  queryOptions<BookPlace>({ queryKey: [`/api/books/${bookId}/place`], staleTime: 0, refetchOnMount: "always" });

/** How the sound runs along the text; empty without both. */
export const timelineQuery = (bookId: number) =>
  queryOptions<{ timeline: Timeline }>({ queryKey: [`/api/books/${bookId}/timeline`], staleTime: 60_000 });

/** The member's own place in the text; always asked again. */
export const readingProgressQuery = (bookId: number) =>
  queryOptions<ReadingProgress>({
    queryKey: [`/api/reading-progress?bookId=${bookId}`],
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

/** The places that the member left by a jump, the newest first. */
export const readingJumpsQuery = (bookId: number) =>
  queryOptions<ReadingJump[]>({ queryKey: [`/api/reading-progress/history?bookId=${bookId}`], staleTime: 0 });

/** Saves the place. @throws ApiError; 409 carries a `ReadingConflict` */
export const saveReading = (progress: NewReadingProgress) =>
  client.post<ReadingProgress>("/api/reading-progress", progress, { signal: AbortSignal.timeout(SAVE_TIMEOUT) });

/** Saves the place from a page that may be gone before the answer. */
export const saveReadingLeaving = (progress: NewReadingProgress) =>
  client.post<ReadingProgress>("/api/reading-progress", progress, { keepalive: true });

/** The newer place that a refused save was answered with, or null for any other failure. */
export function conflictingReading(error: unknown): ReadingProgress | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    return (JSON.parse(error.body) as ReadingConflict).progress;
  } catch {
    return null;
  }
}

/** Which chapters belong together; for admins. */
export const matchQuery = (bookId: number) =>
  queryOptions<Match>({ queryKey: [`/api/books/${bookId}/match`], retry: false });

/** Corrects which chapters belong together; for admins. */
export const correctMatch = (bookId: number, body: MatchCorrection) =>
  client.put<Match>(`/api/books/${bookId}/match`, body);

/** Has the match made again; for admins. */
export const forgetMatch = (bookId: number) => client.delete(`/api/books/${bookId}/match`);
