import type { BookFileKind } from "./books.ts";
import type { ListeningProgress } from "./progress.ts";
import { type Query, rowOf } from "./query.ts";

/** The JSON `known` is the crosswalk to `next`; without a successor, the outline to compare with. */
type EditionRow = { edition: string; next: string | null; known: string; moved: string };
type NewEditionRow = Omit<EditionRow, "moved"> & Partial<EditionRow>;
type BookFileKey = { bookId: number; kind: BookFileKind };

/** Positions of offline devices are mapped through at most so many replacements. */
export const REPLACEMENTS_MAX = 100;

/** The part that counts as played, even after the file was replaced. */
export type PreservedProgress = { userId: number; share: number; seconds: number };

/** Maps positions when a file is replaced; positions without a function stay. */
export type PositionMapping = {
  share?: ((share: number) => number) | undefined;
  /** The functions of notes and of bookmarks, because some are no longer between their former neighbors. */
  own?: Partial<Record<"notes" | "bookmarks", Pick<PositionMapping, "share" | "seconds">>>;
  seconds?: ((seconds: number) => number) | undefined;
  /** The contents entry at a share; at the start of several, the one with this title. */
  chapter?: ((share: number, title: string | null) => { index: number; title: string } | null) | undefined;
  track?: ((seconds: number) => number) | undefined;
};

/** All columns with a position, except anchors, which belong to the replaced files. */
const POSITION_COLUMNS = {
  progress: { key: ["user_id"], seconds: ["position", "run_start", "reached", "counted", "jumped_to", "held_seconds"] },
  progress_jumps: { key: ["id"], seconds: ["position"] },
  reading_progress: { key: ["user_id"], shares: ["fraction", "run_start", "reached", "counted"] },
  reading_jumps: { key: ["id"], shares: ["fraction"] },
  reached_by_word: { key: ["user_id"], shares: ["fraction", "settled"] },
  paper_points: { key: ["user_id", "page"], shares: ["fraction"] },
  bookmarks: { key: ["id"], shares: ["fraction"], seconds: ["position"] },
  notes: { key: ["id"], shares: ["fraction"] },
} as const satisfies Record<string, PositionTable>;

type PositionTable = { key: readonly string[]; shares?: readonly string[]; seconds?: readonly string[] };
type Row = Record<string, string | number | null>;

export function createEditionStore({ sql, raw, oneOrNull, all, column, exists, run }: Query) {
  const isEdition = ({ bookId, kind }: BookFileKey) => sql`book_id = ${bookId} AND kind = ${kind}`;
  const moveTable = (
    table: string,
    { key, shares = [], seconds = [] }: PositionTable,
    bookId: number,
    mapping: PositionMapping,
  ): void => {
    const positions = [...(mapping.share ? shares : []), ...(mapping.seconds ? seconds : [])];
    const chapters = chapterColumns(table, mapping);
    if (positions.length + chapters.length === 0) return;
    const columnList = raw([...key, ...shares, ...seconds, ...chapters].join(", "));
    for (const row of all<Row>`SELECT ${columnList} FROM ${raw(table)} WHERE book_id = ${bookId}`) {
      const movedRow = { ...row };
      for (const name of positions) {
        const [position, mapPosition] = [row[name], shares.includes(name) ? mapping.share : mapping.seconds];
        if (typeof position === "number" && mapPosition) movedRow[name] = mapPosition(position);
      }
      setChapter(movedRow, mapping);
      const changes = [...positions, ...chapters].map((name) => sql`${raw(name)} = ${movedRow[name] ?? null}`);
      const rowConditions = key.map((name) => sql`${raw(name)} = ${row[name] ?? null}`);
      run`
        UPDATE ${raw(table)} SET ${changes.reduce((list, change) => sql`${list}, ${change}`)}
        WHERE book_id = ${bookId} AND ${rowConditions.reduce((condition, and) => sql`${condition} AND ${and}`)}`;
    }
  };
  /** Fixes reported pages at their fractions in the former text. */
  const pinPaperPages = (bookId: number) => run`
    WITH last (user_id, pages, current_page, page, fraction) AS (
      SELECT c.user_id, c.pages, c.page, coalesce(max(p.page), 0), coalesce(max(p.fraction), 0.0)
      FROM paper_places c LEFT JOIN paper_points p ON p.user_id = c.user_id AND p.book_id = c.book_id
      WHERE c.book_id = ${bookId} GROUP BY c.user_id
    )
    INSERT INTO paper_points (user_id, book_id, page, fraction)
    SELECT user_id, ${bookId}, pinned, fraction + (pinned - page) * (1 - fraction) / (pages - page)
    FROM (SELECT *, current_page AS pinned FROM last UNION SELECT *, pages - 1 FROM last)
    WHERE pinned > page AND pinned < pages`;
  const movePaperPoints = (bookId: number, share: (share: number) => number): void => {
    const jumps = all<{ id: number; points: { fraction: number }[] }>`
      SELECT id, points AS "points:json" FROM paper_jumps WHERE book_id = ${bookId} AND points IS NOT NULL`;
    for (const { id, points } of jumps) {
      const moved = points.map((point) => ({ ...point, fraction: share(point.fraction) }));
      run`UPDATE paper_jumps SET points = ${JSON.stringify(moved)} WHERE id = ${id}`;
    }
  };

  return {
    find: (file: BookFileKey, edition: string) => oneOrNull<EditionRow>`
      SELECT edition, next, known, moved FROM editions WHERE ${isEdition(file)} AND edition = ${edition}`,
    findLast: (file: BookFileKey) => oneOrNull<EditionRow>`
      SELECT edition, next, known, moved FROM editions WHERE ${isEdition(file)} AND next IS NULL`,
    save: ({ bookId, kind }: BookFileKey, { edition, next, known, moved = "[]" }: NewEditionRow) => run`
      INSERT OR REPLACE INTO editions ${rowOf({ bookId, kind, edition, next, known, moved })}`,
    delete: (file: BookFileKey, edition: string) => run`
      DELETE FROM editions WHERE ${isEdition(file)} AND edition = ${edition}`,
    /** Deletes editions that no position refers to. */
    deleteUnreachable: () => run`
      WITH RECURSIVE reachable (book_id, kind, edition, steps) AS (
        SELECT e.book_id, e.kind, e.edition, 1 FROM editions e JOIN books b ON b.id = e.book_id
        WHERE e.next IS NULL OR e.next =
          substr(CASE e.kind WHEN 'ebook' THEN b.ebook_sha256 ELSE b.audiobook_sha256 END, 1, length(e.next))
        UNION
        SELECT e.book_id, e.kind, e.edition, r.steps + 1
        FROM editions e JOIN reachable r ON e.book_id = r.book_id AND e.kind = r.kind AND e.next = r.edition
        WHERE r.steps < ${REPLACEMENTS_MAX}
      )
      DELETE FROM editions WHERE (book_id, kind, edition) NOT IN (SELECT book_id, kind, edition FROM reachable)`,
    /** Maps all positions in a book. Call it inside the transaction that replaces the file. */
    move: (bookId: number, move: PositionMapping): void => {
      if (move.share) pinPaperPages(bookId);
      const own: Record<string, PositionMapping | undefined> = move.own ?? {};
      for (const [table, columns] of Object.entries(POSITION_COLUMNS))
        moveTable(table, columns, bookId, { ...move, ...own[table] });
      if (move.share) movePaperPoints(bookId, move.share);
    },
    listShares: (bookId: number): number[] =>
      Object.entries(POSITION_COLUMNS).flatMap(([table, { shares = [] }]: [string, PositionTable]) =>
        shares.map(raw).flatMap(
          (share) => column<number>`
            SELECT DISTINCT ${share} FROM ${raw(table)} WHERE book_id = ${bookId} AND ${share} IS NOT NULL`,
        ),
      ),
    listNoteShares: (bookId: number) => column<number>`SELECT DISTINCT fraction FROM notes WHERE book_id = ${bookId}`,
    /** The furthest read and reported fractions. */
    listReached: (bookId: number) => all<{ userId: number; share: number }>`
      SELECT user_id AS userId, counted AS share FROM reading_progress WHERE book_id = ${bookId} UNION ALL
      SELECT user_id, max(fraction, settled) FROM reached_by_word WHERE book_id = ${bookId}`,
    listRevealed: (bookId: number) => all<{ userId: number; share: number }>`
      SELECT v.user_id AS userId, n.fraction AS share FROM revealed_notes v JOIN notes n ON n.id = v.note_id
      WHERE n.book_id = ${bookId}`,
    revealNotes: (bookId: number, share: number, userIds: readonly number[]) => run`
      INSERT OR IGNORE INTO revealed_notes (note_id, user_id)
      SELECT n.id, u.value FROM notes n, json_each(${JSON.stringify(userIds)}) u
      WHERE book_id = ${bookId} AND fraction = ${share}`,
    hasPositions: (bookId: number): boolean =>
      Object.keys(POSITION_COLUMNS).some(
        (table) => exists`SELECT 1 FROM ${raw(table)} WHERE book_id = ${bookId} LIMIT 1`,
      ),
    listListeningProgress: (bookId: number) => all<ListeningProgress & { userId: number }>`
      SELECT user_id AS userId, counted, held_share AS heldShare, held_seconds AS heldSeconds FROM progress
      WHERE book_id = ${bookId}`,
    saveHeldProgress: (bookId: number, preserved: readonly PreservedProgress[]): void => {
      for (const { userId, share, seconds } of preserved)
        run`
          UPDATE progress SET held_share = ${share}, held_seconds = ${seconds}
          WHERE user_id = ${userId} AND book_id = ${bookId}`;
    },
  };
}

function chapterColumns(table: string, { chapter, track }: PositionMapping): string[] {
  if (table === "notes") return chapter ? ["chapter", "chapter_title"] : [];
  if (table === "bookmarks") return (chapter ?? track) ? ["chapter"] : [];
  return track && (table === "progress" || table === "progress_jumps") ? ["chapter"] : [];
}

function setChapter(row: Row, { chapter, track }: PositionMapping): void {
  const { fraction, position } = row;
  if (typeof fraction === "number" && chapter) {
    const newChapter = chapter(fraction, typeof row["chapter_title"] === "string" ? row["chapter_title"] : null);
    row["chapter"] = newChapter?.index ?? ("chapter_title" in row ? null : 0);
    row["chapter_title"] = newChapter?.title ?? null;
  }
  if (typeof position === "number" && track) row["chapter"] = track(position);
}
