import type { QueryClient } from "@tanstack/react-query";

import { withTimeout } from "#web/lib/browser/retry.ts";

import type { OfflineMutation } from "./offline-mutations.ts";
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
  const place = await withTimeout(PLACE_TIMEOUT_MS, queries.fetchQuery(options), "No place in time").catch(() => null);
  return place?.edition ?? cachedEdition(queries, bookId);
}

/** The files may be replaced before it's sent. */
export function withEdition(queries: QueryClient, mutation: OfflineMutation): OfflineMutation {
  switch (mutation.kind) {
    case "note":
      return { ...mutation, note: { ...mutation.note, ...editionOf(mutation.note, mutation.note.bookId) } };
    case "bookmark":
      return {
        ...mutation,
        bookmark: { ...mutation.bookmark, ...editionOf(mutation.bookmark, mutation.bookmark.bookId) },
      };
    case "reached":
      return { ...mutation, ...editionOf(mutation, mutation.bookId) };
    case "page":
      return mutation.place.fraction === undefined
        ? mutation
        : { ...mutation, place: { ...mutation.place, ...editionOf(mutation.place, mutation.bookId) } };
    default:
      return mutation;
  }

  function editionOf({ edition }: { edition?: string | null | undefined }, bookId: number) {
    const reportedEdition = edition ?? cachedEdition(queries, bookId);
    return reportedEdition === undefined ? {} : { edition: reportedEdition };
  }
}

const FRESH_DURATION_MS = 5000;
/** The player waits for it. */
const PLACE_TIMEOUT_MS = 3000;
