import { queryOptions } from "@tanstack/react-query";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";

import { client } from "./client.ts";

/** After this, a bookmark is queued on the device. */
const SAVE_TIMEOUT = 10_000;

/** In order of position. */
export const bookmarksQuery = (bookId: number) =>
  queryOptions<Bookmark[]>({ queryKey: [`/api/bookmarks?bookId=${bookId}`] });

/** Idempotent. */
export const setBookmark = (bookmark: NewBookmark) =>
  client.post<Bookmark>("/api/bookmarks", bookmark, { signal: AbortSignal.timeout(SAVE_TIMEOUT) });

export const changeBookmark = (id: number, note: string) => client.patch<Bookmark>(`/api/bookmarks/${id}`, { note });

export const removeBookmark = (id: number) => client.delete(`/api/bookmarks/${id}`);
