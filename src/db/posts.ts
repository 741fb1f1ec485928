import type { Post } from "#contract/posts.ts";

import { requireRow } from "./errors.ts";
import { type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

/** Posts (SPEC 3) and claims of needs (BEYOND 2). */
export function createPostStore({ sql, oneOrNull, all, value, run }: Query) {
  const selectFor = (viewerId: number) => sql`
    SELECT p.id, p.created_at AS createdAt, p.edited_at AS editedAt, p.meeting_id AS meetingId, p.need_id AS needId,
      ${AUTHOR} AS "user:json", p.user_id = ${viewerId} AS "mine:boolean",
      CASE WHEN n.id IS NULL THEN p.content WHEN p.quantity = 1 THEN n.what
        ELSE p.quantity || ' × ' || n.what END AS content`;
  const joins = sql`JOIN users u ON u.id = p.user_id LEFT JOIN meeting_needs n ON n.id = p.need_id`;

  type Page = { meetingId: number; before?: number; limit: number };
  const findPost = (id: number, viewerId: number) => oneOrNull<Post>`
    ${selectFor(viewerId)} FROM posts p ${joins} WHERE p.id = ${id}`;
  return {
    /** Posts of the meeting or without one, newest first. */
    list: (viewerId: number, { meetingId, before = Number.MAX_SAFE_INTEGER, limit }: Page) =>
      // each half in index order, so that a long history isn't read
      all<Post>`
        ${selectFor(viewerId)} FROM (
          SELECT * FROM posts WHERE meeting_id = ${meetingId} AND id < ${before} AND cleared_by IS NULL
          UNION ALL SELECT * FROM posts WHERE meeting_id IS NULL AND id < ${before}
          ORDER BY id DESC LIMIT ${limit}) p
        ${joins} ORDER BY p.id DESC`,
    find: findPost,
    count: (meetingId = 0) => value<number>`SELECT count(*) FROM posts
      WHERE (meeting_id = ${meetingId} OR meeting_id IS NULL) AND cleared_by IS NULL`,
    insert: (post: NewPostRow): Post => {
      const id = value<number>`INSERT INTO posts ${rowOf(post)} RETURNING id`;
      return requireRow(findPost(id, post.userId));
    },
    update: (id: number, content: string, now: string) => run`
      UPDATE posts SET content = ${content}, edited_at = ${now} WHERE id = ${id}`,
    delete: (id: number) => run`DELETE FROM posts WHERE id = ${id}`,
  };
}

type NewPostRow = Pick<Post, "content" | "createdAt" | "meetingId"> & { userId: number; sendKey?: string | undefined };
type Reset = { id: number; resetAt: string; posts: number };

/** Posts that a reset removed, until it can't be undone anymore (SPEC 2). */
export function createBoardResetStore({ sql, oneOrNull, value, column, exists, run }: Query) {
  const columns = sql`id, user_id, content, created_at, edited_at, meeting_id, need_id, quantity`;

  return {
    /** Claims of a past meeting remain for the shelf. @returns how many posts */
    reset: (meetingId: number, isOver: boolean, now: string): number => {
      const resetId = value<number>`INSERT INTO board_resets (reset_at) VALUES (${now}) RETURNING id`;
      const clearedIds = column<number>`
        UPDATE posts SET cleared_by = ${resetId}
        WHERE ${isOver} AND meeting_id = ${meetingId} AND cleared_by IS NULL RETURNING id`;
      const isOnBoard = sql`(meeting_id = ${meetingId} OR meeting_id IS NULL) AND cleared_by IS NULL`;
      const removedIds = column<number>`
        INSERT INTO removed_posts (reset_id, ${columns}) SELECT ${resetId}, ${columns} FROM posts WHERE ${isOnBoard}
        RETURNING id`;
      run`DELETE FROM posts WHERE ${isOnBoard}`;
      return clearedIds.length + removedIds.length;
    },
    /** The newest reset after `after` that removed posts. */
    find: (after: string) => oneOrNull<Reset>`
      SELECT * FROM (SELECT r.id, r.reset_at AS resetAt, (SELECT count(*) FROM removed_posts p WHERE p.reset_id = r.id)
          + (SELECT count(*) FROM posts p WHERE p.cleared_by = r.id) AS posts
        FROM board_resets r WHERE r.reset_at > ${after}) WHERE posts > 0 ORDER BY id DESC LIMIT 1`,
    restore: (resetId: number): number => {
      const removedIds = column<number>`SELECT id FROM removed_posts WHERE reset_id = ${resetId} ORDER BY id`;
      const restoredIds = removedIds.filter(
        (id) => exists`
          INSERT INTO posts (${columns}) SELECT ${columns} FROM removed_posts r WHERE r.id = ${id} AND (
            r.need_id IS NULL OR (
              NOT EXISTS (SELECT 1 FROM posts p WHERE p.need_id = r.need_id AND p.user_id = r.user_id)
              AND NOT EXISTS (SELECT 1 FROM meeting_answers a
                              WHERE a.meeting_id = r.meeting_id AND a.user_id = r.user_id AND a.answer = 'no')
              AND r.quantity <= (SELECT n.quantity FROM meeting_needs n WHERE n.id = r.need_id)
                - (SELECT coalesce(sum(p.quantity), 0) FROM posts p WHERE p.need_id = r.need_id)))
          RETURNING id`,
      );
      const unclearedIds = column<number>`
        UPDATE posts SET cleared_by = NULL WHERE cleared_by = ${resetId} RETURNING id`;
      run`DELETE FROM board_resets WHERE id = ${resetId}`;
      return restoredIds.length + unclearedIds.length;
    },
    deleteExpired: (before: string) => run`DELETE FROM board_resets WHERE reset_at <= ${before}`,
  };
}
