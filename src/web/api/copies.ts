import { queryOptions } from "@tanstack/react-query";

import type { Copies, CopyKind } from "#contract/copies.ts";

import { client } from "./client.ts";

export const copiesQuery = (bookId: number) =>
  queryOptions<Copies>({ queryKey: [`/api/books/${bookId}/copies`], staleTime: 10_000 });

export const sayCopy = (bookId: number, kind: CopyKind) => client.put<Copies>(`/api/books/${bookId}/copy`, { kind });

export const withdrawCopy = (bookId: number) => client.delete<Copies>(`/api/books/${bookId}/copy`);
