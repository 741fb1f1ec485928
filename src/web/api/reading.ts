import { queryOptions } from "@tanstack/react-query";

import type { BookPlace, Match, MatchCorrection } from "#contract/place.ts";
import type { Contents, NewReadingProgress, ReadingJump, ReadingProgress } from "#contract/reading.ts";
import type { Timeline } from "#contract/timeline.ts";

import { client } from "./client.ts";
import { type Known, readKnown, saveInit } from "./progress.ts";

export const contentsQuery = (bookId: number) =>
  queryOptions<Contents>({ queryKey: [`/api/books/${bookId}/contents`], staleTime: 60_000 });

export const placeQuery = (bookId: number) =>
  queryOptions<BookPlace>({ queryKey: [`/api/books/${bookId}/place`], staleTime: 0, refetchOnMount: "always" });

export const timelineQuery = (bookId: number) =>
  queryOptions<{ timeline: Timeline }>({ queryKey: [`/api/books/${bookId}/timeline`], staleTime: 60_000 });

export const readingProgressQuery = (bookId: number) =>
  queryOptions<Known<ReadingProgress>>({
    queryKey: [`/api/reading-progress?bookId=${bookId}`],
    queryFn: readKnown<ReadingProgress>,
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

export const readingJumpsQuery = (bookId: number) =>
  queryOptions<ReadingJump[]>({ queryKey: [`/api/reading-progress/history?bookId=${bookId}`], staleTime: 0 });

/** `keepalive`: the page may close before the answer. @throws ApiError; 409 carries a `ReadingConflict` */
export const saveReading = (progress: NewReadingProgress, keepalive = false) =>
  client.post<ReadingProgress>("/api/reading-progress", progress, saveInit(keepalive));

export const matchQuery = (bookId: number) =>
  queryOptions<Match>({ queryKey: [`/api/books/${bookId}/match`], retry: false });

export const correctMatch = (bookId: number, body: MatchCorrection) =>
  client.put<Match>(`/api/books/${bookId}/match`, body);

export const forgetMatch = (bookId: number) => client.delete(`/api/books/${bookId}/match`);
