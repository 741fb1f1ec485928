import type { Nomination, NominationsQuery } from "#contract/nominations.ts";

import type { Query } from "./query.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

export type NominationFields = Pick<
  Nomination,
  "title" | "author" | "isbn" | "synopsis" | "coverImage" | "reason" | "pages"
>;

/** Choices of months after `shownUntil` (yyyy-MM) are hidden. */
export type NominationViewer = Readonly<{ viewerId: number }> & NominationCutoff;
type NominationCutoff = Readonly<{ shownUntil: string }>;

/** Removed ones remain while a closed poll shows them (BEYOND 4). */
export function createNominationStore({ sql, oneOrNull, all, value, run }: Query) {
  // `chosen_at` is set only for the vote's own month, because members can export it
  const isAdopted = (shownUntil: string) => sql`
    EXISTS (SELECT 1 FROM poll_adoptions a LEFT JOIN books b ON b.id = a.book_id
      WHERE a.nomination_id = n.id AND coalesce(b.month, a.month) <= ${shownUntil})`;
  const selectShown = (until: string) => sql`
    SELECT n.id, n.title, n.author, n.isbn, n.synopsis, n.cover_image AS coverImage, n.reason, n.pages,
      n.created_at AS createdAt, n.user_id AS userId, u.display_name AS displayName, u.photo_url AS photoURL,
      CASE WHEN n.chosen_at IS NOT NULL OR ${isAdopted(until)} THEN 'chosen'
        WHEN EXISTS (SELECT 1 FROM poll_options o JOIN polls p ON p.id = o.poll_id
          WHERE o.nomination_id = n.id AND p.closed_at IS NULL) THEN 'on-ballot'
        ELSE 'open' END AS state
    FROM nominations n LEFT JOIN users u ON u.id = n.user_id`;

  return {
    list: (
      { shownUntil, viewerId }: NominationViewer,
      { before = Number.MAX_SAFE_INTEGER, limit = -1 }: NominationsQuery = {},
    ): Nomination[] =>
      all<NominationColumns>`
        ${selectShown(shownUntil)} WHERE n.removed_at IS NULL AND n.id < ${before}
        ORDER BY n.id DESC LIMIT ${limit}`.map((row) => toNomination(row, viewerId)),
    find: (id: number, { shownUntil, viewerId }: NominationViewer): Nomination | null => {
      const row = oneOrNull<NominationColumns>`${selectShown(shownUntil)} WHERE n.id = ${id} AND n.removed_at IS NULL`;
      return row && toNomination(row, viewerId);
    },
    listOfPoll: (pollId: number, { shownUntil, viewerId }: NominationViewer): Nomination[] =>
      all<NominationColumns>`
        ${selectShown(shownUntil)} JOIN poll_options q ON q.nomination_id = n.id
        WHERE q.poll_id = ${pollId} ORDER BY n.id`.map((row) => toNomination(row, viewerId)),
    countWaiting: ({ shownUntil, viewerId }: NominationViewer) => value<number>`
      SELECT count(*) FROM nominations n
      WHERE user_id = ${viewerId} AND chosen_at IS NULL AND removed_at IS NULL
        AND NOT ${isAdopted(shownUntil)}`,
    insert: (fields: NominationFields, userId: number, now: string) => value<number>`
      INSERT INTO nominations (title, author, isbn, synopsis, cover_image, reason, pages, user_id, created_at)
      VALUES (${fields.title}, ${fields.author}, ${fields.isbn}, ${fields.synopsis}, ${fields.coverImage},
              ${fields.reason}, ${fields.pages}, ${userId}, ${now}) RETURNING id`,
    update: (id: number, { title, author, isbn, synopsis, coverImage, reason, pages }: NominationFields) => run`
      UPDATE nominations SET title = ${title}, author = ${author}, isbn = ${isbn}, synopsis = ${synopsis},
        cover_image = ${coverImage}, reason = ${reason}, pages = ${pages} WHERE id = ${id}`,
    choose: (id: number, now: string) => run`UPDATE nominations SET chosen_at = ${now} WHERE id = ${id}`,
    delete: (id: number, now: string) => {
      run`
        DELETE FROM nominations WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM poll_options
        WHERE nomination_id = ${id})`;
      run`UPDATE nominations SET removed_at = ${now} WHERE id = ${id}`;
    },
    /** Deletes removed ones, except those in polls that closed later or in the latest poll. */
    deleteRemovedBefore: (before: string) => run`
      DELETE FROM nominations WHERE removed_at < ${before} AND NOT EXISTS (
        SELECT 1 FROM poll_options o JOIN polls p ON p.id = o.poll_id
        WHERE o.nomination_id = nominations.id
          AND (coalesce(p.closed_at, '9') >= ${before} OR p.id = (SELECT max(id) FROM polls)))`,
  };
}

type NominationColumns = Omit<Nomination, "nominatedBy" | "mine"> & AuthorColumns;

function toNomination({ userId, displayName, photoURL, ...row }: NominationColumns, viewerId: number): Nomination {
  return { ...row, nominatedBy: authorOf({ userId, displayName, photoURL }), mine: userId === viewerId };
}
