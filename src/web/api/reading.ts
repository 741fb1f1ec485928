import { queryOptions } from "@tanstack/react-query";

import type { Anchor, BookPlace, BookTimeline, Match, MatchCorrection, NewAnchor } from "#contract/place.ts";
import type { PlanLine } from "#contract/plan.ts";
import type { Contents, FileWarnings, NewReadingProgress, ReadingJump, ReadingProgress } from "#contract/reading.ts";
import type { SectionSentences } from "#contract/sentences.ts";

import { client } from "./client.ts";
import { type Known, readKnown, saveInit } from "./progress.ts";

export const contentsQuery = (bookId: number) =>
  queryOptions<Contents>({ queryKey: [`/api/books/${bookId}/contents`], staleTime: 60_000 });

export const fileWarningsQuery = (bookId: number) =>
  queryOptions<FileWarnings>({ queryKey: [`/api/books/${bookId}/warnings`], retry: false });

export const bookPlaceQuery = (bookId: number) =>
  queryOptions<BookPlace>({ queryKey: [`/api/books/${bookId}/place`], staleTime: 0, refetchOnMount: "always" });

export const planQuery = (bookId: number) =>
  queryOptions<PlanLine[]>({ queryKey: [`/api/books/${bookId}/plan`], staleTime: 60_000 });

export const timelineQuery = (bookId: number) =>
  queryOptions<BookTimeline>({ queryKey: [`/api/books/${bookId}/timeline`], staleTime: 60_000 });

/** Empty until the club has found them, which takes minutes after an upload. */
export const sentencesQuery = (bookId: number, section: number) =>
  queryOptions<SectionSentences>({
    queryKey: [`/api/books/${bookId}/sentences?section=${section}`],
    staleTime: 60_000,
    retry: false,
  });

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
  queryOptions<Match>({
    queryKey: [`/api/books/${bookId}/match`],
    retry: false,
    refetchInterval: ({ state }) => (isListening(state.data) ? LISTENING_MS : false),
  });

const LISTENING_MS = 5000;

/** Whether the club will soon know more about the sentences. */
function isListening(match: Match | undefined): boolean {
  return match?.sentences.state === "waiting" || match?.sentences.state === "working";
}

export const correctMatch = (bookId: number, body: MatchCorrection) =>
  client.put<Match>(`/api/books/${bookId}/match`, body);

export const forgetMatch = (bookId: number) => client.delete(`/api/books/${bookId}/match`);

export const setAnchor = (bookId: number, anchor: NewAnchor) =>
  client.post<Anchor>(`/api/books/${bookId}/anchors`, anchor);

export const removeAnchor = (id: number) => client.delete(`/api/anchors/${id}`);
