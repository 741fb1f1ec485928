import type { Database } from "bun:sqlite";

import type { Post } from "#contract/posts.ts";

import { requireRow } from "./errors.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

/** SPEC 3. Holds typed posts and claims of needs (BEYOND 2). */
export function createPostStore(db: Database) {
  const ofBoard = `(meeting_id = $meetingId OR meeting_id IS NULL) AND cleared_by IS NULL`;
  const select = `SELECT p.id, p.user_id AS userId, p.created_at AS createdAt, p.edited_at AS editedAt,
      p.meeting_id AS meetingId, p.need_id AS needId, u.display_name AS displayName, u.photo_url AS photoURL,
      CASE WHEN n.id IS NULL THEN p.content WHEN p.quantity = 1 THEN n.what ELSE p.quantity || ' × ' || n.what END AS content`;
  const joins = `JOIN users u ON u.id = p.user_id LEFT JOIN meeting_needs n ON n.id = p.need_id`;
  // each half in index order, so a long history isn't read
  const list = db.query<PostColumns, { meetingId: number; before: number; limit: number }>(
    `${select} FROM (
       SELECT * FROM posts WHERE meeting_id = $meetingId AND id < $before AND cleared_by IS NULL
       UNION ALL SELECT * FROM posts WHERE meeting_id IS NULL AND id < $before
       ORDER BY id DESC LIMIT $limit) p
     ${joins} ORDER BY p.id DESC`,
  );
  const find = db.query<PostColumns, { id: number }>(`${select} FROM posts p ${joins} WHERE p.id = $id`);
  const count = db.query<{ count: number }, { meetingId: number }>(
    `SELECT count(*) AS count FROM posts WHERE ${ofBoard}`,
  );
  const insert = db.query<{ id: number }, Omit<NewPostRow, "sendKey"> & { sendKey: string | null }>(
    `INSERT INTO posts (user_id, content, created_at, meeting_id, send_key)
     VALUES ($userId, $content, $createdAt, $meetingId, $sendKey) RETURNING id`,
  );
  const update = db.query<never, { id: number; content: string; now: string }>(
    `UPDATE posts SET content = $content, edited_at = $now WHERE id = $id`,
  );
  const remove = db.query<never, { id: number }>(`DELETE FROM posts WHERE id = $id`);

  const found = (id: number, viewerId: number): Post | null => {
    const row = find.get({ id });
    return row && toPost(row, viewerId);
  };
  return {
    /** For that meeting or none; newest first, up to `limit` older than the id `before`. */
    list: (viewerId: number, { meetingId, before, limit }: { meetingId: number; before?: number; limit: number }) =>
      list.all({ meetingId, before: before ?? Number.MAX_SAFE_INTEGER, limit }).map((row) => toPost(row, viewerId)),
    find: found,
    count: (meetingId = 0) => count.get({ meetingId })?.count ?? 0,
    insert: (post: NewPostRow): Post => {
      const { id } = requireRow(insert.get({ ...post, sendKey: post.sendKey ?? null }));
      return requireRow(found(id, post.userId));
    },
    update: (id: number, content: string, now: string) => void update.run({ id, content, now }),
    remove: (id: number) => void remove.run({ id }),
  };
}

/** `meetingId` is null when no meeting is ahead. */
type NewPostRow = {
  userId: number;
  content: string;
  createdAt: string;
  meetingId: number | null;
  sendKey?: string | undefined;
};
type PostColumns = Omit<Post, "user" | "mine"> & AuthorColumns;

function toPost(row: PostColumns, viewerId: number): Post {
  const { id, content, createdAt, userId, editedAt, meetingId, needId } = row;
  return { id, content, createdAt, user: authorOf(row), mine: userId === viewerId, editedAt, meetingId, needId };
}
