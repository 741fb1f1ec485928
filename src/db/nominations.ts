import type { Nomination, NominationsQuery } from "#contract/nominations.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

export type NominationFields = Pick<
  Nomination,
  "title" | "author" | "isbn" | "synopsis" | "coverImage" | "reason" | "pages"
>;

/** Choices of months after `shownUntil` (yyyy-MM) are hidden. */
export type NominationViewer = Readonly<{ viewerId: number }> & Shown;
type Shown = Readonly<{ shownUntil: string }>;

/** Removed ones remain while a closed poll shows them (BEYOND 4). */
export function createNominationStore(query: Query) {
  // `chosen_at` is set only for the vote's own month, because members can export it
  const isAdopted = (alias: string, until: string) =>
    `EXISTS (SELECT 1 FROM poll_adoptions a LEFT JOIN books b ON b.id = a.book_id
       WHERE a.nomination_id = ${alias}.id AND coalesce(b.month, a.month) <= ${until})`;
  const select = `SELECT n.id, n.title, n.author, n.isbn, n.synopsis, n.cover_image AS coverImage, n.reason, n.pages,
      n.created_at AS createdAt, n.user_id AS userId, u.display_name AS displayName, u.photo_url AS photoURL,
      CASE WHEN n.chosen_at IS NOT NULL OR ${isAdopted("n", "$shownUntil")} THEN 'chosen'
        WHEN EXISTS (SELECT 1 FROM poll_options o JOIN polls p ON p.id = o.poll_id
          WHERE o.nomination_id = n.id AND p.closed_at IS NULL) THEN 'on-ballot'
        ELSE 'open' END AS state
    FROM nominations n LEFT JOIN users u ON u.id = n.user_id`;
  const list = query<NominationColumns>(
    `${select} WHERE n.removed_at IS NULL AND n.id < $before ORDER BY n.id DESC LIMIT $limit`,
  );
  const find = query<NominationColumns>(`${select} WHERE n.id = $id AND n.removed_at IS NULL`);
  const listOfPoll = query<NominationColumns>(
    `${select} JOIN poll_options q ON q.nomination_id = n.id WHERE q.poll_id = $pollId ORDER BY n.id`,
  );
  const countWaiting = query<{ count: number }>(
    `SELECT count(*) AS count FROM nominations WHERE user_id = $userId AND chosen_at IS NULL AND removed_at IS NULL
       AND NOT ${isAdopted("nominations", "$shownUntil")}`,
  );
  const insert = query<{ id: number }>(
    `INSERT INTO nominations (title, author, isbn, synopsis, cover_image, reason, pages, user_id, created_at)
     VALUES ($title, $author, $isbn, $synopsis, $coverImage, $reason, $pages, $userId, $now) RETURNING id`,
  );
  const update = query(
    `UPDATE nominations SET title = $title, author = $author, isbn = $isbn, synopsis = $synopsis,
       cover_image = $coverImage, reason = $reason, pages = $pages WHERE id = $id`,
  );
  const choose = query(`UPDATE nominations SET chosen_at = $now WHERE id = $id`);
  const remove = query(`UPDATE nominations SET removed_at = $now WHERE id = $id`);
  const removeUnshown = query(
    `DELETE FROM nominations WHERE id = $id AND NOT EXISTS (SELECT 1 FROM poll_options WHERE nomination_id = $id)`,
  );
  const removeExpired = query(
    `DELETE FROM nominations WHERE removed_at < $before AND NOT EXISTS (
       SELECT 1 FROM poll_options o JOIN polls p ON p.id = o.poll_id
       WHERE o.nomination_id = nominations.id
         AND (coalesce(p.closed_at, '9') >= $before OR p.id = (SELECT max(id) FROM polls)))`,
  );
  const listCovers = query<{ coverImage: string }>(
    `SELECT DISTINCT cover_image AS coverImage FROM nominations WHERE cover_image IS NOT NULL`,
  );

  return {
    list: (
      { shownUntil, viewerId }: NominationViewer,
      { before = Number.MAX_SAFE_INTEGER, limit = -1 }: NominationsQuery = {},
    ): Nomination[] => list.all({ shownUntil, before, limit }).map((row) => toNomination(row, viewerId)),
    find: (id: number, { shownUntil, viewerId }: NominationViewer): Nomination | null => {
      const row = find.get({ id, shownUntil });
      return row && toNomination(row, viewerId);
    },
    listOfPoll: (pollId: number, { shownUntil, viewerId }: NominationViewer): Nomination[] =>
      listOfPoll.all({ pollId, shownUntil }).map((row) => toNomination(row, viewerId)),
    countWaiting: ({ shownUntil, viewerId }: NominationViewer) =>
      countWaiting.get({ userId: viewerId, shownUntil })?.count ?? 0,
    insert: (fields: NominationFields, userId: number, now: string): number =>
      requireRow(insert.get({ ...fields, userId, now })).id,
    update: (id: number, fields: NominationFields) => void update.run({ id, ...fields }),
    choose: (id: number, now: string) => void choose.run({ id, now }),
    remove: (id: number, now: string) => {
      removeUnshown.run({ id });
      remove.run({ id, now });
    },
    /** Deletes removed ones, except those in polls that closed later or in the latest poll. */
    deleteRemovedBefore: (before: string) => void removeExpired.run({ before }),
    listCovers: () => listCovers.all().map((row) => row.coverImage),
  };
}

type NominationColumns = Omit<Nomination, "nominatedBy" | "mine"> & AuthorColumns;

function toNomination({ userId, displayName, photoURL, ...row }: NominationColumns, viewerId: number): Nomination {
  return { ...row, nominatedBy: authorOf({ userId, displayName, photoURL }), mine: userId === viewerId };
}
