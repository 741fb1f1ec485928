import { queryOptions } from "@tanstack/react-query";

import type { Feed, FeedKind } from "#contract/feeds.ts";
import type { ConfirmedEreader } from "#contract/profile.ts";

import { client } from "./client.ts";

export const feedQuery = (kind: FeedKind) =>
  queryOptions<Feed>({ queryKey: [`/api/profile/feeds/${kind}`], staleTime: 0 });

export const makeFeed = (kind: FeedKind) => client.post<Feed>(`/api/profile/feeds/${kind}`);

export const removeFeed = (kind: FeedKind) => client.delete<Feed>(`/api/profile/feeds/${kind}`);

export const sendToEreader = (bookId: number) => client.post<unknown>(`/api/books/${bookId}/send`);

export const testEreader = () => client.post<unknown>("/api/profile/ereader/test");

export const sendEreaderLink = () => client.post("/api/profile/ereader/link");

export const confirmEreader = (token: string) => client.post<ConfirmedEreader>("/api/ereader/confirm", { token });
