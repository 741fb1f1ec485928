import type { QueryClient } from "@tanstack/react-query";

import type { OfflineMutation } from "./offline-mutations.ts";
import { query } from "./query.ts";

/** The edition of a book that this page knows, for what is said about a place in it. */
export function editionSeen(queries: QueryClient, bookId: number): string | undefined {
  const text = queries.getQueryData(query("GET /api/books/:id/contents", { params: { id: bookId } }).queryKey)?.edition;
  return (
    text ??
    queries.getQueryData(query("GET /api/books/:id/place", { params: { id: bookId } }).queryKey)?.edition ??
    undefined
  );
}

/** For a player: the club's, else the one seen last. */
export async function findEdition(queries: QueryClient, bookId: number): Promise<string | undefined> {
  const options = {
    ...query("GET /api/books/:id/place", { params: { id: bookId } }),
    staleTime: JUST_ASKED,
    retry: false,
  };
  const place = await queries.fetchQuery(options).catch(() => null);
  return place?.edition ?? editionSeen(queries, bookId);
}

/** What waits for the network names the edition it was read in: another may have come by then. */
export function inEdition(queries: QueryClient, act: OfflineMutation): OfflineMutation {
  switch (act.kind) {
    case "note":
      return { ...act, note: { ...act.note, ...named(act.note, act.note.bookId) } };
    case "bookmark":
      return { ...act, bookmark: { ...act.bookmark, ...named(act.bookmark, act.bookmark.bookId) } };
    case "reached":
      return { ...act, ...named(act, act.bookId) };
    case "page":
      return act.place.fraction === undefined
        ? act
        : { ...act, place: { ...act.place, ...named(act.place, act.bookId) } };
    default:
      return act;
  }

  function named({ edition }: { edition?: string | null | undefined }, bookId: number) {
    const seen = edition ?? editionSeen(queries, bookId);
    return seen === undefined ? {} : { edition: seen };
  }
}

/** The page asks for the place beside the player. */
const JUST_ASKED = 5000;
