import type { Database } from "bun:sqlite";

import { requireRow } from "./errors.ts";

type Reset = { id: number; resetAt: string; posts: number };

/** Keeps what a reset removed while it can be undone (SPEC 2). */
export function createBoardResetStore(db: Database) {
  const columns = `id, user_id, content, created_at, edited_at, meeting_id, need_id, quantity`;
  const insertReset = db.query<{ id: number }, { now: string }>(
    `INSERT INTO board_resets (reset_at) VALUES ($now) RETURNING id`,
  );
  const clear = db.query<{ id: number }, { resetId: number; meetingId: number }>(
    `UPDATE posts SET cleared_by = $resetId WHERE meeting_id = $meetingId AND cleared_by IS NULL RETURNING id`,
  );
  const unclear = db.query<{ id: number }, { resetId: number }>(
    `UPDATE posts SET cleared_by = NULL WHERE cleared_by = $resetId RETURNING id`,
  );
  const ofBoard = `(meeting_id = $meetingId OR meeting_id IS NULL) AND cleared_by IS NULL`;
  const keepAll = db.query<{ id: number }, { resetId: number; meetingId: number }>(
    `INSERT INTO removed_posts (reset_id, ${columns}) SELECT $resetId, ${columns} FROM posts WHERE ${ofBoard} RETURNING id`,
  );
  const removeAll = db.query<never, { meetingId: number }>(`DELETE FROM posts WHERE ${ofBoard}`);
  const findReset = db.query<Reset, { after: string }>(
    `SELECT * FROM (SELECT r.id, r.reset_at AS resetAt, (SELECT count(*) FROM removed_posts p WHERE p.reset_id = r.id)
         + (SELECT count(*) FROM posts p WHERE p.cleared_by = r.id) AS posts
       FROM board_resets r WHERE r.reset_at > $after) WHERE posts > 0 ORDER BY id DESC LIMIT 1`,
  );
  const listRemoved = db.query<{ id: number }, { resetId: number }>(
    `SELECT id FROM removed_posts WHERE reset_id = $resetId ORDER BY id`,
  );
  const bringBack = db.query<{ id: number }, { id: number }>(
    `INSERT INTO posts (${columns}) SELECT ${columns} FROM removed_posts r WHERE r.id = $id AND (
       r.need_id IS NULL OR (
         NOT EXISTS (SELECT 1 FROM posts p WHERE p.need_id = r.need_id AND p.user_id = r.user_id)
         AND NOT EXISTS (SELECT 1 FROM meeting_answers a
                         WHERE a.meeting_id = r.meeting_id AND a.user_id = r.user_id AND a.answer = 'no')
         AND r.quantity <= (SELECT n.quantity FROM meeting_needs n WHERE n.id = r.need_id)
           - (SELECT coalesce(sum(p.quantity), 0) FROM posts p WHERE p.need_id = r.need_id)))
     RETURNING id`,
  );
  const removeReset = db.query<never, { resetId: number }>(`DELETE FROM board_resets WHERE id = $resetId`);
  const removeResets = db.query<never, { before: string }>(`DELETE FROM board_resets WHERE reset_at <= $before`);

  return {
    /** Clears that meeting's board; what was brought to a past meeting stays on the shelf. @returns how many posts */
    reset: (meetingId: number, isOver: boolean, now: string): number => {
      const reset = requireRow(insertReset.get({ now }));
      const cleared = isOver ? clear.all({ resetId: reset.id, meetingId }).length : 0;
      const kept = keepAll.all({ resetId: reset.id, meetingId }).length;
      removeAll.run({ meetingId });
      return cleared + kept;
    },
    /** The newest reset later than `after` that removed any post, or null. */
    find: (after: string) => findReset.get({ after }),
    restore: (resetId: number): number => {
      const back = listRemoved.all({ resetId }).filter(({ id }) => bringBack.get({ id }) !== null).length;
      const shown = unclear.all({ resetId }).length;
      removeReset.run({ resetId });
      return back + shown;
    },
    deleteExpired: (before: string) => void removeResets.run({ before }),
  };
}
