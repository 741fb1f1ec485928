import type { Author } from "#contract/users.ts";

import { type Query, rowOf } from "./query.ts";
import { AUTHOR } from "./users.ts";

export type NeedRow = { id: number; meetingId: number; what: string; quantity: number; claimed: number };

type NewNeed = Pick<NeedRow, "what" | "quantity">;

export type ClaimRow = { needId: number; quantity: number; user: Author };

/** Claims are rows of `posts` (BEYOND 2). */
export function createMeetingNeedStore({ sql, oneOrNull, all, value, exists, run }: Query) {
  const select = sql`SELECT n.id, n.meeting_id AS meetingId, n.what, n.quantity,
      (SELECT coalesce(sum(quantity), 0) FROM posts WHERE need_id = n.id) AS claimed FROM meeting_needs n`;
  const claims = sql`SELECT p.need_id AS needId, p.quantity, ${AUTHOR} AS "user:json"
      FROM posts p JOIN users u ON u.id = p.user_id`;
  const findClaim = (needId: number, userId: number) => oneOrNull<{ id: number; quantity: number }>`
    SELECT id, quantity FROM posts WHERE need_id = ${needId} AND user_id = ${userId}`;

  return {
    find: (id: number) => oneOrNull<NeedRow>`${select} WHERE n.id = ${id}`,
    list: (meetingId: number) => all<NeedRow>`${select} WHERE n.meeting_id = ${meetingId} ORDER BY n.id`,
    listClaims: (meetingId: number) => all<ClaimRow>`
      ${claims} JOIN meeting_needs n ON n.id = p.need_id WHERE n.meeting_id = ${meetingId} ORDER BY p.id`,
    listClaimsOf: (needId: number) => all<ClaimRow>`${claims} WHERE p.need_id = ${needId} ORDER BY p.id`,
    insert: (meetingId: number, { what, quantity }: NewNeed, now: string) => value<number>`
      INSERT INTO meeting_needs ${rowOf({ meetingId, what, quantity, createdAt: now })} RETURNING id`,
    update: (id: number, { what, quantity }: NewNeed) => run`
      UPDATE meeting_needs SET what = ${what}, quantity = ${quantity} WHERE id = ${id}`,
    delete: (id: number) => run`DELETE FROM meeting_needs WHERE id = ${id}`,
    findClaim,
    saveClaim: (need: NeedRow, userId: number, quantity: number, now: string) => {
      const claim = findClaim(need.id, userId);
      if (claim) run`UPDATE posts SET quantity = ${quantity} WHERE id = ${claim.id}`;
      else
        run`
          INSERT INTO posts
          ${rowOf({ userId, content: "", createdAt: now, meetingId: need.meetingId, needId: need.id, quantity })}`;
    },
    deleteClaim: (needId: number, userId: number) => exists`
      DELETE FROM posts WHERE need_id = ${needId} AND user_id = ${userId} RETURNING id`,
  };
}
