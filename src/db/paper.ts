import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import type { PaperJump } from "#contract/progress.ts";

import type { ProgressKey } from "./progress.ts";
import { changesOf, type Query, rowOf } from "./query.ts";

export type PaperRow = { pages: number; page: number | null; updatedAt: string };
type PreviousPage = { page: number; pages: number; leftAt: string; points: readonly PaperPoint[] | null };
/** Where a page begins, as a share of the text. */
export type PaperPoint = { page: number; fraction: number };

/** Members' pages in printed copies. */
export function createPaperStore({ sql, oneOrNull, all, run }: Query) {
  const isOwn = ({ userId, bookId }: ProgressKey) => sql`user_id = ${userId} AND book_id = ${bookId}`;

  return {
    find: (key: ProgressKey): PaperRow | null => oneOrNull<PaperRow>`
      SELECT pages, page, updated_at AS updatedAt FROM paper_places WHERE ${isOwn(key)}`,
    save: ({ userId, bookId }: ProgressKey, { pages, page, updatedAt }: PaperRow) => run`
      INSERT INTO paper_places ${rowOf({ userId, bookId, pages, page, updatedAt })}
      ON CONFLICT DO UPDATE SET ${changesOf({ pages, page, updatedAt })}`,
    /** Doesn't delete the history. */
    delete: (key: ProgressKey) => run`DELETE FROM paper_places WHERE ${isOwn(key)}`,
    listPoints: (key: ProgressKey): PaperPoint[] => all<PaperPoint>`
      SELECT page, fraction FROM paper_points WHERE ${isOwn(key)} ORDER BY page`,
    setPoints(key: ProgressKey, points: readonly PaperPoint[]): void {
      run`DELETE FROM paper_points WHERE ${isOwn(key)}`;
      const { userId, bookId } = key;
      for (const { page, fraction } of points)
        run`INSERT INTO paper_points ${rowOf({ userId, bookId, page, fraction })}`;
    },
    listJumps: (key: ProgressKey): PaperJump[] => all<PaperJump>`
      SELECT id, page, pages, left_at AS leftAt FROM paper_jumps WHERE ${isOwn(key)} ORDER BY id DESC`,
    findJump: (key: ProgressKey, id: number) => oneOrNull<PreviousPage>`
      SELECT page, pages, left_at AS leftAt, points AS "points:json" FROM paper_jumps
      WHERE ${isOwn(key)} AND id = ${id}`,
    /** Deletes all but the newest `POSITION_HISTORY_MAX`. Call it inside a transaction. */
    addJump(key: ProgressKey, { page, pages, leftAt, points }: PreviousPage): void {
      run`DELETE FROM paper_jumps WHERE ${isOwn(key)} AND page = ${page} AND pages = ${pages}`;
      const { userId, bookId } = key;
      run`
        INSERT INTO paper_jumps
        ${rowOf({ userId, bookId, page, pages, leftAt, points: points && JSON.stringify(points) })}`;
      run`
        DELETE FROM paper_jumps WHERE id IN
          (SELECT id FROM paper_jumps WHERE ${isOwn(key)} ORDER BY id DESC LIMIT -1 OFFSET ${POSITION_HISTORY_MAX})`;
    },
  };
}
