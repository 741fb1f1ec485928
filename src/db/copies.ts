import type { CopyKind } from "#contract/shelf.ts";
import type { Author } from "#contract/users.ts";

import type { Query } from "./query.ts";
import { AUTHOR } from "./users.ts";

/** Printed copies to lend or borrow (BEYOND 10). */
export function createCopyStore({ all, run }: Query) {
  return {
    list: (bookId: number) => all<{ kind: CopyKind; user: Author }>`
      SELECT c.kind, ${AUTHOR} AS "user:json" FROM book_copies c JOIN users u ON u.id = c.user_id
      WHERE c.book_id = ${bookId} ORDER BY c.said_at, c.user_id`,
    save: (bookId: number, userId: number, kind: CopyKind, now: string) => run`
      INSERT INTO book_copies (book_id, user_id, kind, said_at) VALUES (${bookId}, ${userId}, ${kind}, ${now})
      ON CONFLICT DO UPDATE SET kind = ${kind}, said_at = ${now} WHERE kind <> ${kind}`,
    delete: (bookId: number, userId: number) => run`
      DELETE FROM book_copies WHERE book_id = ${bookId} AND user_id = ${userId}`,
  };
}
