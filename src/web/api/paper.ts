import { queryOptions } from "@tanstack/react-query";

import { SAVE_AGE_MAX_SECONDS } from "#contract/limits/progress.ts";
import type { NewPaperPlace, PaperJump } from "#contract/paper.ts";
import type { BookPlace } from "#contract/place.ts";

import { client } from "./client.ts";

/** A page that was said at that time, in milliseconds since 1970 on this device's clock. */
export type SaidPage = { bookId: number; at: number; place: Omit<NewPaperPlace, "age"> };

/** Pages that others replaced, newest first. */
export const earlierPagesQuery = (bookId: number) =>
  queryOptions<PaperJump[]>({
    queryKey: [`/api/books/${bookId}/paper/history`],
    queryFn: () => listEarlierPages(bookId),
    staleTime: 0,
  });

export const listEarlierPages = (bookId: number) => client.get<PaperJump[]>(`/api/books/${bookId}/paper/history`);

/** @throws ApiError */
export const savePage = ({ bookId, at, place }: SaidPage) =>
  client.put<BookPlace>(`/api/books/${bookId}/paper`, { ...place, age: ageOf(at, Date.now()) });

/** Whole seconds, by the device's own clock. Waits may be long, and the clock may have been set meanwhile. */
export function ageOf(at: number, now: number): number {
  return Math.min(SAVE_AGE_MAX_SECONDS, Math.max(0, Math.floor((now - at) / 1000)));
}

export const restorePage = (bookId: number, id: number) =>
  client.post<BookPlace>(`/api/books/${bookId}/paper/restore`, { id });

export const forgetPaper = (bookId: number) => client.delete(`/api/books/${bookId}/paper`);
