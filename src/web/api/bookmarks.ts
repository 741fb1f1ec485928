import { queryOptions } from "@tanstack/react-query";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";

import { client } from "./client.ts";

/** Milliseconds without an answer until a bookmark is kept on the device instead. */
const SAVE_TIMEOUT = 10_000;

/** The member's own bookmarks in a book, in order of their positions. */
export const bookmarksQuery = (bookId: number) =>
  queryOptions<Bookmark[]>({ queryKey: [`/api/bookmarks?bookId=${bookId}`] });

/** Sets a bookmark; the same one sent again changes nothing. */
export const setBookmark = (bookmark: NewBookmark) =>
  client.post<Bookmark>("/api/bookmarks", bookmark, { signal: AbortSignal.timeout(SAVE_TIMEOUT) });

/** Changes a bookmark's note. */
export const changeBookmark = (id: number, note: string) => client.patch<Bookmark>(`/api/bookmarks/${id}`, { note });

export const removeBookmark = (id: number) => client.delete(`/api/bookmarks/${id}`);
