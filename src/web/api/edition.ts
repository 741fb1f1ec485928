import type { QueryClient } from "@tanstack/react-query";

import { withTimeout } from "#web/lib/browser/retry.ts";

import { fetchQuery } from "./fetch-query.ts";
import type { MutationKind, OfflineMutation } from "./offline-mutations.ts";
import { query } from "./query.ts";

export function cachedEdition(queries: QueryClient, bookId: number): string | undefined {
  const text = queries.getQueryData(query("GET /api/books/:id/contents", { params: { id: bookId } }).queryKey)?.edition;
  return (
    text ??
    queries.getQueryData(query("GET /api/books/:id/place", { params: { id: bookId } }).queryKey)?.edition ??
    undefined
  );
}

export async function findEdition(queries: QueryClient, bookId: number): Promise<string | undefined> {
  const options = {
    ...query("GET /api/books/:id/place", { params: { id: bookId } }),
    staleTime: FRESH_DURATION_MS,
  };
  const progress = await withTimeout(
    EDITION_TIMEOUT_MS,
    fetchQuery(queries, options),
    "Fetching the position timed out",
  ).catch(() => null);
  return progress?.edition ?? cachedEdition(queries, bookId);
}

type EditionOf = (reported: { edition?: string | null | undefined }, bookId: number) => { edition?: string };

const EDITION_RULES: {
  [K in MutationKind]?: (mutation: OfflineMutation<K>, editionOf: EditionOf) => OfflineMutation<K>;
} = {
  note: ({ kind, note }, editionOf) => ({ kind, note: { ...note, ...editionOf(note, note.bookId) } }),
  bookmark: ({ kind, bookmark }, editionOf) => ({
    kind,
    bookmark: { ...bookmark, ...editionOf(bookmark, bookmark.bookId) },
  }),
  reached: (mutation, editionOf) => ({ ...mutation, ...editionOf(mutation, mutation.bookId) }),
  page: ({ place, ...mutation }, editionOf) => ({
    ...mutation,
    place: place.fraction === undefined ? place : { ...place, ...editionOf(place, mutation.bookId) },
  }),
};

/** The files may be replaced before it's sent. */
export function withEdition<K extends MutationKind>(
  queries: QueryClient,
  mutation: OfflineMutation<K>,
): OfflineMutation<K> {
  const editionOf: EditionOf = ({ edition }, bookId) => {
    const reportedEdition = edition ?? cachedEdition(queries, bookId);
    return reportedEdition === undefined ? {} : { edition: reportedEdition };
  };
  return EDITION_RULES[mutation.kind]?.(mutation, editionOf) ?? mutation;
}

const FRESH_DURATION_MS = 5000;
/** The player waits for it. */
const EDITION_TIMEOUT_MS = 3000;
