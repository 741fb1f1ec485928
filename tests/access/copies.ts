import { also, json, type Row, type Told } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";

const of = (rest: string) => ({ to: ({ bookId }: World) => `/api/books/${bookId}/${rest}` });

export const told: Told = { "Whether you can lend a book or look for one": ["book_copies"] };

export const rows: readonly Row[] = [
  also("GET /api/books/:id/copies", 401, 200, 200, of("copies")),
  also("PUT /api/books/:id/copy", 401, 200, 200, { ...json({ kind: "lend" }), ...of("copy") }),
  also("DELETE /api/books/:id/copy", 401, 200, 200, of("copy")),
];
