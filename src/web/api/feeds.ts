import { queryOptions } from "@tanstack/react-query";

import type { Feed, FeedKind } from "#contract/feeds.ts";

import { client } from "./client.ts";

/** The secret address of the member's feed of that kind, and what has fetched it last. */
export const feedQuery = (kind: FeedKind) =>
  queryOptions<Feed>({ queryKey: [`/api/profile/feeds/${kind}`], staleTime: 0 });

/** Makes the address, or another one; the old one stops working. */
export const makeFeed = (kind: FeedKind) => client.post<Feed>(`/api/profile/feeds/${kind}`);

export const removeFeed = (kind: FeedKind) => client.delete<Feed>(`/api/profile/feeds/${kind}`);

/** Mails a book's EPUB to the member's e-reader. */
export const sendToEreader = (bookId: number) => client.post<unknown>(`/api/books/${bookId}/send`);

/** Mails a short text there, to see whether the address works. */
export const testEreader = () => client.post<unknown>("/api/profile/ereader/test");
