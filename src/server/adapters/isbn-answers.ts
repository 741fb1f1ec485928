import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import { ForeignFault } from "./bounded-fetch.ts";

const OpenLibraryBook = Type.Object({
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  authors: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
  cover: Type.Optional(Type.Object({ large: Type.Optional(Type.String()), medium: Type.Optional(Type.String()) })),
});

const GoogleAnswer = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        volumeInfo: Type.Object({
          title: Type.String(),
          subtitle: Type.Optional(Type.String()),
          authors: Type.Optional(Type.Array(Type.String())),
          description: Type.Optional(Type.String()),
          imageLinks: Type.Optional(Type.Object({ thumbnail: Type.Optional(Type.String()) })),
        }),
      }),
    ),
  ),
});

const Found = Type.Object({
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  author_name: Type.Optional(Type.Array(Type.String())),
  isbn: Type.Optional(Type.Array(Type.String())),
  first_publish_year: Type.Optional(Type.Integer()),
  number_of_pages_median: Type.Optional(Type.Integer()),
  cover_i: Type.Optional(Type.Integer()),
});

/**
 * Parses what Open Library found, without entries of another form.
 * @throws ForeignFault 'unreachable' for anything else
 */
export function readSearch(bytes: Uint8Array): Static<typeof Found>[] {
  const { docs } = read(bytes, Type.Object({ docs: Type.Array(Type.Unknown()) }));
  return docs.filter((doc) => Value.Check(Found, doc));
}

/** Parses Open Library's answer, by `ISBN:…` key. @throws ForeignFault 'unreachable' for anything else */
export function readOpenLibrary(bytes: Uint8Array) {
  return read(bytes, Type.Record(Type.String(), OpenLibraryBook));
}

/** Parses Google Books' answer. @throws ForeignFault 'unreachable' for anything else */
export function readGoogleBooks(bytes: Uint8Array) {
  return read(bytes, GoogleAnswer);
}

function read<Schema extends TSchema>(bytes: Uint8Array, schema: Schema): Static<Schema> {
  const answer = parse(bytes);
  if (!Value.Check(schema, answer)) throw new ForeignFault("unreachable", new Error("an unexpected answer"));
  return answer;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ForeignFault("unreachable", cause);
  }
}
