import type { Database } from "bun:sqlite";

import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import type { PaperJump } from "#contract/progress.ts";

import type { PlaceKey } from "./progress.ts";

export type PaperRow = { pages: number; page: number | null; updatedAt: string };
type LeftPage = { page: number; pages: number; leftAt: string; points: readonly PaperPoint[] | null };
/** Page `page` begins at this share of the text. */
export type PaperPoint = { page: number; fraction: number };

const OWN = "user_id = $userId AND book_id = $bookId";

/** Members' pages in their paper copies. */
export function createPaperStore(db: Database) {
  const find = db.query<PaperRow, PlaceKey>(
    `SELECT pages, page, updated_at AS updatedAt FROM paper_places WHERE ${OWN}`,
  );
  const save = db.query<never, PaperRow & PlaceKey>(
    `INSERT INTO paper_places (user_id, book_id, pages, page, updated_at)
     VALUES ($userId, $bookId, $pages, $page, $updatedAt)
     ON CONFLICT DO UPDATE SET pages = $pages, page = $page, updated_at = $updatedAt`,
  );
  const remove = db.query<never, PlaceKey>(`DELETE FROM paper_places WHERE ${OWN}`);
  const listPoints = db.query<PaperPoint, PlaceKey>(
    `SELECT page, fraction FROM paper_points WHERE ${OWN} ORDER BY page`,
  );
  const removePoints = db.query<never, PlaceKey>(`DELETE FROM paper_points WHERE ${OWN}`);
  const addPoint = db.query<never, PaperPoint & PlaceKey>(
    `INSERT INTO paper_points (user_id, book_id, page, fraction) VALUES ($userId, $bookId, $page, $fraction)`,
  );
  const listJumps = db.query<PaperJump, PlaceKey>(
    `SELECT id, page, pages, left_at AS leftAt FROM paper_jumps WHERE ${OWN} ORDER BY id DESC`,
  );
  const findJump = db.query<Omit<LeftPage, "points"> & { points: string | null }, PlaceKey & { id: number }>(
    `SELECT page, pages, left_at AS leftAt, points FROM paper_jumps WHERE ${OWN} AND id = $id`,
  );
  const addJump = db.query<never, Omit<LeftPage, "points"> & { points: string | null } & PlaceKey>(
    `INSERT INTO paper_jumps (user_id, book_id, page, pages, left_at, points)
     VALUES ($userId, $bookId, $page, $pages, $leftAt, $points)`,
  );
  const removeSameJumps = db.query<never, Pick<PaperJump, "page" | "pages"> & PlaceKey>(
    `DELETE FROM paper_jumps WHERE ${OWN} AND page = $page AND pages = $pages`,
  );
  const removeOldJumps = db.query<never, PlaceKey & { kept: number }>(
    `DELETE FROM paper_jumps WHERE id IN
       (SELECT id FROM paper_jumps WHERE ${OWN} ORDER BY id DESC LIMIT -1 OFFSET $kept)`,
  );

  return {
    find: (key: PlaceKey): PaperRow | null => find.get(key),
    save: (key: PlaceKey, row: PaperRow) => void save.run({ ...key, ...row }),
    /** With its fixed points; the history stays. */
    remove: (key: PlaceKey) => void remove.run(key),
    points: (key: PlaceKey): PaperPoint[] => listPoints.all(key),
    /** Call inside a transaction. */
    setPoints(key: PlaceKey, points: readonly PaperPoint[]): void {
      removePoints.run(key);
      for (const point of points) addPoint.run({ ...key, ...point });
    },
    jumps: (key: PlaceKey): PaperJump[] => listJumps.all(key),
    findJump(key: PlaceKey, id: number): LeftPage | null {
      const found = findJump.get({ ...key, id });
      return found && { ...found, points: found.points === null ? null : (JSON.parse(found.points) as PaperPoint[]) };
    },
    /** Keeps the newest `POSITION_HISTORY_MAX`. Call inside a transaction. */
    addJump(key: PlaceKey, { points, ...jump }: LeftPage): void {
      const { page, pages } = jump;
      removeSameJumps.run({ ...key, page, pages });
      addJump.run({ ...key, ...jump, points: points && JSON.stringify(points) });
      removeOldJumps.run({ ...key, kept: POSITION_HISTORY_MAX });
    },
  };
}
