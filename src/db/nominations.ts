import type { Nomination, NominationsQuery } from "#contract/nominations.ts";

import { changesOf, type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

export type NominationFields = Pick<
  Nomination,
  "title" | "author" | "isbn" | "synopsis" | "coverImage" | "reason" | "pages"
>;

/** Choices of months after `shownUntil` (yyyy-MM) are hidden. */
export type NominationViewer = Readonly<{ viewerId: number; shownUntil: string }>;

/** Removed ones remain while a closed poll shows them (BEYOND 4). */
export function createNominationStore({ sql, oneOrNull, all, value, run }: Query) {
  // `chosen_at` is set only for the vote's own month, because members can export it
  const isAdopted = (shownUntil: string) => sql`
    EXISTS (SELECT 1 FROM poll_adoptions a LEFT JOIN books b ON b.id = a.book_id
      WHERE a.nomination_id = n.id AND coalesce(b.month, a.month) <= ${shownUntil})`;
  const selectFor = ({ shownUntil, viewerId }: NominationViewer) => sql`
    SELECT n.id, n.title, n.author, n.isbn, n.synopsis, n.cover_image AS coverImage, n.reason, n.pages,
      n.created_at AS createdAt, ${AUTHOR} AS "nominatedBy:json", n.user_id IS ${viewerId} AS "mine:boolean",
      CASE WHEN n.chosen_at IS NOT NULL OR ${isAdopted(shownUntil)} THEN 'chosen'
        WHEN EXISTS (SELECT 1 FROM poll_options o JOIN polls p ON p.id = o.poll_id
          WHERE o.nomination_id = n.id AND p.closed_at IS NULL) THEN 'on-ballot'
        ELSE 'open' END AS state
    FROM nominations n LEFT JOIN users u ON u.id = n.user_id`;

  return {
    list: (
      viewer: NominationViewer,
      { before = Number.MAX_SAFE_INTEGER, limit = -1 }: NominationsQuery = {},
    ) => all<Nomination>`
      ${selectFor(viewer)} WHERE n.removed_at IS NULL AND n.id < ${before} ORDER BY n.id DESC LIMIT ${limit}`,
    find: (id: number, viewer: NominationViewer) => oneOrNull<Nomination>`
      ${selectFor(viewer)} WHERE n.id = ${id} AND n.removed_at IS NULL`,
    listOfPoll: (pollId: number, viewer: NominationViewer) => all<Nomination>`
      ${selectFor(viewer)} JOIN poll_options q ON q.nomination_id = n.id WHERE q.poll_id = ${pollId} ORDER BY n.id`,
    countWaiting: ({ shownUntil, viewerId }: NominationViewer) => value<number>`
      SELECT count(*) FROM nominations n
      WHERE user_id = ${viewerId} AND chosen_at IS NULL AND removed_at IS NULL
        AND NOT ${isAdopted(shownUntil)}`,
    insert: (fields: NominationFields, userId: number, now: string) => value<number>`
      INSERT INTO nominations ${rowOf({ ...pickColumns(fields), userId, createdAt: now })} RETURNING id`,
    update: (id: number, fields: NominationFields) => run`
      UPDATE nominations SET ${changesOf(pickColumns(fields))} WHERE id = ${id}`,
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

function pickColumns({ title, author, isbn, synopsis, coverImage, reason, pages }: NominationFields) {
  return { title, author, isbn, synopsis, coverImage, reason, pages };
}
