import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import type { PaperJump } from "#contract/progress.ts";

import type { PlaceKey } from "./progress.ts";
import type { Query } from "./query.ts";

export type PaperRow = { pages: number; page: number | null; updatedAt: string };
type LeftPage = { page: number; pages: number; leftAt: string; points: readonly PaperPoint[] | null };
/** Where a page begins, as a share of the text. */
export type PaperPoint = { page: number; fraction: number };

const OWN = "user_id = $userId AND book_id = $bookId";

/** Members' pages in printed copies. */
export function createPaperStore(query: Query) {
  const find = query<PaperRow>(`SELECT pages, page, updated_at AS updatedAt FROM paper_places WHERE ${OWN}`);
  const save = query(
    `INSERT INTO paper_places (user_id, book_id, pages, page, updated_at)
     VALUES ($userId, $bookId, $pages, $page, $updatedAt)
     ON CONFLICT DO UPDATE SET pages = $pages, page = $page, updated_at = $updatedAt`,
  );
  const remove = query(`DELETE FROM paper_places WHERE ${OWN}`);
  const listPoints = query<PaperPoint>(`SELECT page, fraction FROM paper_points WHERE ${OWN} ORDER BY page`);
  const removePoints = query(`DELETE FROM paper_points WHERE ${OWN}`);
  const addPoint = query(
    `INSERT INTO paper_points (user_id, book_id, page, fraction) VALUES ($userId, $bookId, $page, $fraction)`,
  );
  const listJumps = query<PaperJump>(
    `SELECT id, page, pages, left_at AS leftAt FROM paper_jumps WHERE ${OWN} ORDER BY id DESC`,
  );
  const findJump = query<Omit<LeftPage, "points"> & { points: string | null }>(
    `SELECT page, pages, left_at AS leftAt, points FROM paper_jumps WHERE ${OWN} AND id = $id`,
  );
  const addJump = query(
    `INSERT INTO paper_jumps (user_id, book_id, page, pages, left_at, points)
     VALUES ($userId, $bookId, $page, $pages, $leftAt, $points)`,
  );
  const removeSameJumps = query(`DELETE FROM paper_jumps WHERE ${OWN} AND page = $page AND pages = $pages`);
  const removeOldJumps = query(
    `DELETE FROM paper_jumps WHERE id IN
       (SELECT id FROM paper_jumps WHERE ${OWN} ORDER BY id DESC LIMIT -1 OFFSET $max)`,
  );

  return {
    find: (key: PlaceKey): PaperRow | null => find.get(key),
    save: (key: PlaceKey, row: PaperRow) => void save.run({ ...key, ...row }),
    /** Doesn't delete the history. */
    remove: (key: PlaceKey) => void remove.run(key),
    listPoints: (key: PlaceKey): PaperPoint[] => listPoints.all(key),
    setPoints(key: PlaceKey, points: readonly PaperPoint[]): void {
      removePoints.run(key);
      for (const point of points) addPoint.run({ ...key, ...point });
    },
    listJumps: (key: PlaceKey): PaperJump[] => listJumps.all(key),
    findJump(key: PlaceKey, id: number): LeftPage | null {
      const found = findJump.get({ ...key, id });
      return found && { ...found, points: found.points === null ? null : (JSON.parse(found.points) as PaperPoint[]) };
    },
    /** Deletes all but the newest `POSITION_HISTORY_MAX`. Call it inside a transaction. */
    addJump(key: PlaceKey, { points, ...jump }: LeftPage): void {
      const { page, pages } = jump;
      removeSameJumps.run({ ...key, page, pages });
      addJump.run({ ...key, ...jump, points: points && JSON.stringify(points) });
      removeOldJumps.run({ ...key, max: POSITION_HISTORY_MAX });
    },
  };
}
