import type { Database } from "bun:sqlite";

import type { Post } from "#contract/posts.ts";

/** The Snacks & Drinks Board (SPEC 3). */
export function createPostStore(db: Database) {
  const columns = `p.id, p.content, p.created_at AS createdAt, u.display_name AS displayName, u.photo_url AS photoURL`;
  const list = db.query<PostColumns, { before: number; limit: number }>(
    `SELECT ${columns} FROM posts p JOIN users u ON u.id = p.user_id
     WHERE p.id < $before ORDER BY p.id DESC LIMIT $limit`,
  );
  const find = db.query<PostColumns, { id: number }>(
    `SELECT ${columns} FROM posts p JOIN users u ON u.id = p.user_id WHERE p.id = $id`,
  );
  const count = db.query<{ count: number }, []>(`SELECT count(*) AS count FROM posts`);
  const insert = db.query<{ id: number }, { userId: number; content: string; createdAt: string }>(
    `INSERT INTO posts (user_id, content, created_at) VALUES ($userId, $content, $createdAt) RETURNING id`,
  );
  const insertReset = db.query<{ id: number }, { now: string }>(
    `INSERT INTO board_resets (reset_at) VALUES ($now) RETURNING id`,
  );
  const keepAll = db.query<{ id: number }, { resetId: number }>(
    `INSERT INTO removed_posts (id, reset_id, user_id, content, created_at)
     SELECT id, $resetId, user_id, content, created_at FROM posts RETURNING id`,
  );
  const removeAll = db.query<never, []>(`DELETE FROM posts`);
  const findReset = db.query<Reset, { after: string }>(
    `SELECT r.id, r.reset_at AS resetAt, count(p.id) AS posts FROM board_resets r
     JOIN removed_posts p ON p.reset_id = r.id WHERE r.reset_at > $after GROUP BY r.id ORDER BY r.id DESC LIMIT 1`,
  );
  const bringBack = db.query<{ id: number }, { resetId: number }>(
    `INSERT INTO posts (id, user_id, content, created_at)
     SELECT id, user_id, content, created_at FROM removed_posts WHERE reset_id = $resetId RETURNING id`,
  );
  const removeReset = db.query<never, { resetId: number }>(`DELETE FROM board_resets WHERE id = $resetId`);
  const removeResets = db.query<never, { before: string }>(`DELETE FROM board_resets WHERE reset_at <= $before`);

  return {
    /** The newest first; all of them unless a page is asked for: up to `limit` posts older than the id `before`. */
    list: ({ before = Number.MAX_SAFE_INTEGER, limit = -1 } = {}): Post[] => list.all({ before, limit }).map(toPost),
    count: () => count.get()?.count ?? 0,
    insert: (userId: number, content: string, createdAt: string): Post => {
      const inserted = insert.get({ userId, content, createdAt });
      const row = inserted && find.get({ id: inserted.id });
      if (!row) throw new Error("INSERT … RETURNING gave no row");
      return toPost(row);
    },
    /** Clears the board and keeps what stood on it, for `restore`. @returns how many posts went */
    reset: (now: string): number => {
      const reset = insertReset.get({ now });
      if (!reset) throw new Error("INSERT … RETURNING gave no row");
      const kept = keepAll.all({ resetId: reset.id }).length;
      removeAll.run();
      return kept;
    },
    /** The newest reset later than `after` (ISO-8601 UTC) that took some post, or null. */
    findReset: (after: string) => findReset.get({ after }),
    /** Puts the posts of a reset back in their places. @returns how many */
    restore: (resetId: number): number => {
      const back = bringBack.all({ resetId }).length;
      removeReset.run({ resetId });
      return back;
    },
    /** Forgets the posts of resets up to `before`. */
    forgetResets: (before: string) => {
      removeResets.run({ before });
    },
  };
}

/** A reset of the board: when it was, ISO-8601 UTC, and how many posts it took. */
type Reset = { id: number; resetAt: string; posts: number };
type PostColumns = Omit<Post, "user"> & Post["user"];

function toPost({ displayName, photoURL, ...post }: PostColumns): Post {
  return { ...post, user: { displayName, photoURL } };
}
