import { json, type Rows, type Told } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";

const of = (rest: string) => ({ to: ({ bookId }: World) => `/api/books/${bookId}/${rest}` });

export const told: Told = { "Whether you can lend a book or look for one": ["book_copies"] };

export const rows: Rows = {
  "GET /api/books/:id/copies": of("copies"),
  "PUT /api/books/:id/copy": { ...json({ kind: "lend" }), ...of("copy") },
  "DELETE /api/books/:id/copy": of("copy"),
};
