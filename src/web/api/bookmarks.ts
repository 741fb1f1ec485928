import { queryOptions } from "@tanstack/react-query";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";

import { client } from "./client.ts";
import { SAVE_TIMEOUT } from "./progress.ts";

export const bookmarksQuery = (bookId: number) =>
  queryOptions<Bookmark[]>({ queryKey: [`/api/bookmarks?bookId=${bookId}`] });

/** A download: a book's highlights and bookmarks as Markdown. */
export const highlightsUrl = (bookId: number) => `/api/books/${bookId}/highlights.md`;

export const setBookmark = (bookmark: NewBookmark) =>
  client.post<Bookmark>("/api/bookmarks", bookmark, { signal: AbortSignal.timeout(SAVE_TIMEOUT) });

export const changeBookmark = (id: number, note: string) => client.patch<Bookmark>(`/api/bookmarks/${id}`, { note });

export const removeBookmark = (id: number) => client.delete(`/api/bookmarks/${id}`);
