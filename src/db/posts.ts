import type { Database } from "bun:sqlite";

import type { Post } from "#contract/posts.ts";

export type PostStore = ReturnType<typeof createPostStore>;

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
  const removeAll = db.query<never, []>(`DELETE FROM posts`);

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
    removeAll: () => {
      removeAll.run();
    },
  };
}

type PostColumns = Omit<Post, "user"> & Post["user"];

function toPost({ displayName, photoURL, ...post }: PostColumns): Post {
  return { ...post, user: { displayName, photoURL } };
}
