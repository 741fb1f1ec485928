import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";
import type { AuthorColumns } from "./users.ts";

export type NeedRow = { id: number; meetingId: number; what: string; quantity: number; claimed: number };

export type ClaimRow = AuthorColumns & { needId: number; quantity: number };

/** Claims are rows of `posts` (BEYOND 2). */
export function createMeetingNeedStore(query: Query) {
  const select = `SELECT n.id, n.meeting_id AS meetingId, n.what, n.quantity,
      (SELECT coalesce(sum(quantity), 0) FROM posts WHERE need_id = n.id) AS claimed FROM meeting_needs n`;
  const find = query<NeedRow>(`${select} WHERE n.id = $id`);
  const list = query<NeedRow>(`${select} WHERE n.meeting_id = $meetingId ORDER BY n.id`);
  const claims = `SELECT p.need_id AS needId, p.user_id AS userId, p.quantity, u.display_name AS displayName,
      u.photo_url AS photoURL FROM posts p JOIN users u ON u.id = p.user_id`;
  const listClaims = query<ClaimRow>(
    `${claims} JOIN meeting_needs n ON n.id = p.need_id WHERE n.meeting_id = $meetingId ORDER BY p.id`,
  );
  const listClaimsOf = query<ClaimRow>(`${claims} WHERE p.need_id = $needId ORDER BY p.id`);
  const findClaim = query<{ id: number; quantity: number }>(
    `SELECT id, quantity FROM posts WHERE need_id = $needId AND user_id = $userId`,
  );
  const insert = query<{ id: number }>(
    `INSERT INTO meeting_needs (meeting_id, what, quantity, created_at)
     VALUES ($meetingId, $what, $quantity, $now) RETURNING id`,
  );
  const update = query(`UPDATE meeting_needs SET what = $what, quantity = $quantity WHERE id = $id`);
  const remove = query(`DELETE FROM meeting_needs WHERE id = $id`);
  const insertClaim = query(
    `INSERT INTO posts (user_id, content, created_at, meeting_id, need_id, quantity)
     VALUES ($userId, '', $now, $meetingId, $needId, $quantity)`,
  );
  const updateClaim = query(`UPDATE posts SET quantity = $quantity WHERE id = $id`);
  const removeClaim = query<{ id: number }>(
    `DELETE FROM posts WHERE need_id = $needId AND user_id = $userId RETURNING id`,
  );
  const removeClaims = query(
    `DELETE FROM posts WHERE user_id = $userId
       AND need_id IN (SELECT id FROM meeting_needs WHERE meeting_id = $meetingId)`,
  );

  return {
    find: (id: number) => find.get({ id }),
    list: (meetingId: number) => list.all({ meetingId }),
    listClaims: (meetingId: number) => listClaims.all({ meetingId }),
    listClaimsOf: (needId: number) => listClaimsOf.all({ needId }),
    insert: (meetingId: number, need: { what: string; quantity: number }, now: string): number =>
      requireRow(insert.get({ meetingId, ...need, now })).id,
    update: (id: number, { what, quantity }: { what: string; quantity: number }) =>
      void update.run({ id, what, quantity }),
    remove: (id: number) => void remove.run({ id }),
    findClaim: (needId: number, userId: number) => findClaim.get({ needId, userId }),
    saveClaim: (need: NeedRow, userId: number, quantity: number, now: string) => {
      const claim = findClaim.get({ needId: need.id, userId });
      if (claim) updateClaim.run({ id: claim.id, quantity });
      else insertClaim.run({ needId: need.id, meetingId: need.meetingId, userId, quantity, now });
    },
    removeClaim: (needId: number, userId: number) => removeClaim.get({ needId, userId }) !== null,
    removeClaims: (meetingId: number, userId: number) => void removeClaims.run({ meetingId, userId }),
  };
}
