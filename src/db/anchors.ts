import type { Query } from "./query.ts";

type AnchorRow = {
  id: number;
  userId: number;
  bookId: number;
  ebookPath: string;
  audiobookPath: string;
  seconds: number;
  fraction: number;
  madeAt: string;
};
type FilePaths = Pick<AnchorRow, "bookId" | "ebookPath" | "audiobookPath">;

/** Members' "I'm here" (BEYOND 5). */
export function createAnchorStore(query: Query) {
  const isOfFiles = "book_id = $bookId AND ebook_path = $ebookPath AND audiobook_path = $audiobookPath";
  const columns = "id, user_id AS userId, seconds, fraction";
  type Anchor = Pick<AnchorRow, "id" | "userId" | "seconds" | "fraction">;
  const listNewest = query<Anchor>(
    `SELECT * FROM (SELECT ${columns} FROM anchors WHERE ${isOfFiles} ORDER BY id DESC LIMIT $count) ORDER BY id`,
  );
  const listOwn = query<Anchor>(`SELECT ${columns} FROM anchors WHERE user_id = $userId AND ${isOfFiles} ORDER BY id`);
  const listAuthors = query<{ userId: number }>(
    "SELECT DISTINCT user_id AS userId FROM anchors WHERE book_id = $bookId",
  );
  const insert = query<{ id: number }>(
    `INSERT INTO anchors (user_id, book_id, ebook_path, audiobook_path, seconds, fraction, made_at)
     VALUES ($userId, $bookId, $ebookPath, $audiobookPath, $seconds, $fraction, $madeAt) RETURNING id`,
  );
  const removeOld = query(
    `DELETE FROM anchors WHERE user_id = $userId AND book_id = $bookId AND (NOT (${isOfFiles}) OR id NOT IN (
       SELECT id FROM anchors WHERE user_id = $userId AND ${isOfFiles} ORDER BY id DESC LIMIT $max))`,
  );
  const remove = query<{ bookId: number }>(
    "DELETE FROM anchors WHERE id = $id AND user_id = $userId RETURNING book_id AS bookId",
  );

  return {
    /** All members' newest anchors, oldest first. */
    listNewest: (files: FilePaths, count: number) => listNewest.all({ ...files, count }),
    listAuthors: (bookId: number): number[] => listAuthors.all({ bookId }).map(({ userId }) => userId),
    listOwn: (files: FilePaths, userId: number) => listOwn.all({ ...files, userId }),
    /** Deletes the member's anchors in replaced files, and old ones. */
    insert: (row: Omit<AnchorRow, "id">, max: number): number => {
      const id = insert.get(row)?.id ?? 0;
      const { userId, bookId, ebookPath, audiobookPath } = row;
      removeOld.run({ userId, bookId, ebookPath, audiobookPath, max });
      return id;
    },
    /** @returns its book's id, or null if it isn't the member's */
    remove: (userId: number, id: number): number | null => remove.get({ userId, id })?.bookId ?? null,
  };
}

type CorrectionRow = { ebookPath: string; audiobookPath: string; pairs: string };

/** Admins' corrections of the chapter match (BEYOND 5). */
export function createMatchStore(query: Query) {
  const find = query<CorrectionRow>(
    `SELECT ebook_path AS ebookPath, audiobook_path AS audiobookPath, pairs
     FROM match_corrections WHERE book_id = $bookId`,
  );
  const save = query(
    `INSERT INTO match_corrections (book_id, ebook_path, audiobook_path, pairs)
     VALUES ($bookId, $ebookPath, $audiobookPath, $pairs)
     ON CONFLICT DO UPDATE SET ebook_path = $ebookPath, audiobook_path = $audiobookPath, pairs = $pairs`,
  );
  const remove = query(`DELETE FROM match_corrections WHERE book_id = $bookId`);

  return {
    find: (bookId: number): CorrectionRow | null => find.get({ bookId }),
    save: (bookId: number, row: CorrectionRow) => void save.run({ bookId, ...row }),
    remove: (bookId: number) => void remove.run({ bookId }),
  };
}
