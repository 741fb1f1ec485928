import type { Post } from "#contract/posts.ts";

import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";
import { type AuthorColumns, authorOf } from "./users.ts";

/** Posts (SPEC 3) and claims of needs (BEYOND 2). */
export function createPostStore(query: Query) {
  const ofBoard = `(meeting_id = $meetingId OR meeting_id IS NULL) AND cleared_by IS NULL`;
  const select = `SELECT p.id, p.user_id AS userId, p.created_at AS createdAt, p.edited_at AS editedAt,
      p.meeting_id AS meetingId, p.need_id AS needId, u.display_name AS displayName, u.photo_url AS photoURL,
      CASE WHEN n.id IS NULL THEN p.content WHEN p.quantity = 1 THEN n.what ELSE p.quantity || ' × ' || n.what END AS content`;
  const joins = `JOIN users u ON u.id = p.user_id LEFT JOIN meeting_needs n ON n.id = p.need_id`;
  // each half in index order, so that a long history isn't read
  const list = query<PostColumns>(
    `${select} FROM (
       SELECT * FROM posts WHERE meeting_id = $meetingId AND id < $before AND cleared_by IS NULL
       UNION ALL SELECT * FROM posts WHERE meeting_id IS NULL AND id < $before
       ORDER BY id DESC LIMIT $limit) p
     ${joins} ORDER BY p.id DESC`,
  );
  const find = query<PostColumns>(`${select} FROM posts p ${joins} WHERE p.id = $id`);
  const count = query<{ count: number }>(`SELECT count(*) AS count FROM posts WHERE ${ofBoard}`);
  const insert = query<{ id: number }>(
    `INSERT INTO posts (user_id, content, created_at, meeting_id, send_key)
     VALUES ($userId, $content, $createdAt, $meetingId, $sendKey) RETURNING id`,
  );
  const update = query(`UPDATE posts SET content = $content, edited_at = $now WHERE id = $id`);
  const remove = query(`DELETE FROM posts WHERE id = $id`);

  const found = (id: number, viewerId: number): Post | null => {
    const row = find.get({ id });
    return row && toPost(row, viewerId);
  };
  return {
    /** Posts of the meeting or without one, newest first. */
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

type Reset = { id: number; resetAt: string; posts: number };

/** Posts that a reset removed, until it can't be undone anymore (SPEC 2). */
export function createBoardResetStore(query: Query) {
  const columns = `id, user_id, content, created_at, edited_at, meeting_id, need_id, quantity`;
  const insertReset = query<{ id: number }>(`INSERT INTO board_resets (reset_at) VALUES ($now) RETURNING id`);
  const clear = query<{ id: number }>(
    `UPDATE posts SET cleared_by = $resetId WHERE meeting_id = $meetingId AND cleared_by IS NULL RETURNING id`,
  );
  const restoreCleared = query<{ id: number }>(
    `UPDATE posts SET cleared_by = NULL WHERE cleared_by = $resetId RETURNING id`,
  );
  const ofBoard = `(meeting_id = $meetingId OR meeting_id IS NULL) AND cleared_by IS NULL`;
  const copyRemoved = query<{ id: number }>(
    `INSERT INTO removed_posts (reset_id, ${columns}) SELECT $resetId, ${columns} FROM posts WHERE ${ofBoard} RETURNING id`,
  );
  const removeAll = query(`DELETE FROM posts WHERE ${ofBoard}`);
  const findReset = query<Reset>(
    `SELECT * FROM (SELECT r.id, r.reset_at AS resetAt, (SELECT count(*) FROM removed_posts p WHERE p.reset_id = r.id)
         + (SELECT count(*) FROM posts p WHERE p.cleared_by = r.id) AS posts
       FROM board_resets r WHERE r.reset_at > $after) WHERE posts > 0 ORDER BY id DESC LIMIT 1`,
  );
  const listRemoved = query<{ id: number }>(`SELECT id FROM removed_posts WHERE reset_id = $resetId ORDER BY id`);
  const restorePost = query<{ id: number }>(
    `INSERT INTO posts (${columns}) SELECT ${columns} FROM removed_posts r WHERE r.id = $id AND (
       r.need_id IS NULL OR (
         NOT EXISTS (SELECT 1 FROM posts p WHERE p.need_id = r.need_id AND p.user_id = r.user_id)
         AND NOT EXISTS (SELECT 1 FROM meeting_answers a
                         WHERE a.meeting_id = r.meeting_id AND a.user_id = r.user_id AND a.answer = 'no')
         AND r.quantity <= (SELECT n.quantity FROM meeting_needs n WHERE n.id = r.need_id)
           - (SELECT coalesce(sum(p.quantity), 0) FROM posts p WHERE p.need_id = r.need_id)))
     RETURNING id`,
  );
  const removeReset = query(`DELETE FROM board_resets WHERE id = $resetId`);
  const removeResets = query(`DELETE FROM board_resets WHERE reset_at <= $before`);

  return {
    /** Claims of a past meeting remain for the shelf. @returns how many posts */
    reset: (meetingId: number, isOver: boolean, now: string): number => {
      const reset = requireRow(insertReset.get({ now }));
      const cleared = isOver ? clear.all({ resetId: reset.id, meetingId }).length : 0;
      const kept = copyRemoved.all({ resetId: reset.id, meetingId }).length;
      removeAll.run({ meetingId });
      return cleared + kept;
    },
    /** The newest reset after `after` that removed posts. */
    find: (after: string) => findReset.get({ after }),
    restore: (resetId: number): number => {
      const restoredCount = listRemoved.all({ resetId }).filter(({ id }) => restorePost.get({ id }) !== null).length;
      const clearedCount = restoreCleared.all({ resetId }).length;
      removeReset.run({ resetId });
      return restoredCount + clearedCount;
    },
    deleteExpired: (before: string) => void removeResets.run({ before }),
  };
}
