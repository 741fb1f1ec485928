import type { Poll } from "#contract/polls.ts";

import { type Query, rowOf } from "./query.ts";

/** `voted` and `members` are fixed when the poll closes. */
export type PollRow = Pick<Poll, "id" | "month" | "closesAt" | "voted" | "members"> & {
  createdAt: string;
  closedAt: string | null;
};

/** An option that became a month's book; `bookId` is null if that was deleted. */
type AdoptedBook = { nominationId: number; month: string; bookId: number | null };

/** Ballots are secret (BEYOND 4). */
export function createPollStore({ sql, oneOrNull, all, value, column, run }: Query) {
  const select = sql`SELECT id, month, created_at AS createdAt, closes_at AS closesAt, closed_at AS closedAt,
      CASE WHEN closed_at IS NULL THEN (SELECT count(DISTINCT user_id) FROM ballots WHERE poll_id = polls.id)
        ELSE voted END AS voted,
      CASE WHEN closed_at IS NULL THEN (SELECT count(*) FROM users) ELSE members END AS members FROM polls`;

  return {
    find: (id: number) => oneOrNull<PollRow>`${select} WHERE id = ${id}`,
    /** Also after its end. */
    findOpen: () => oneOrNull<{ id: number; closesAt: string }>`
      SELECT id, closes_at AS closesAt FROM polls WHERE closed_at IS NULL`,
    findLatest: () => oneOrNull<PollRow>`${select} ORDER BY id DESC LIMIT 1`,
    insert: (poll: Pick<PollRow, "month" | "closesAt">, nominationIds: readonly number[], now: string): number => {
      const pollId = value<number>`
        INSERT INTO polls ${rowOf({ month: poll.month, closesAt: poll.closesAt, createdAt: now })} RETURNING id`;
      for (const nominationId of nominationIds) run`INSERT INTO poll_options ${rowOf({ pollId, nominationId })}`;
      return pollId;
    },
    countVotesByOption: (pollId: number) => all<{ nominationId: number; votes: number }>`
      SELECT nomination_id AS nominationId, votes FROM poll_options WHERE poll_id = ${pollId} ORDER BY nomination_id`,
    findBallot: (pollId: number, userId: number): number[] => column<number>`
      SELECT nomination_id AS nominationId FROM ballots WHERE poll_id = ${pollId} AND user_id = ${userId}`,
    saveBallot: (pollId: number, userId: number, nominationIds: readonly number[]) => {
      run`DELETE FROM ballots WHERE poll_id = ${pollId} AND user_id = ${userId}`;
      for (const nominationId of nominationIds) run`INSERT INTO ballots ${rowOf({ pollId, userId, nominationId })}`;
    },
    close: (id: number, closedAt: string) => {
      run`
        UPDATE poll_options SET votes = (SELECT count(*) FROM ballots b
          WHERE b.poll_id = ${id} AND b.nomination_id = poll_options.nomination_id) WHERE poll_id = ${id}`;
      run`
        UPDATE polls SET voted = (SELECT count(DISTINCT user_id) FROM ballots WHERE poll_id = ${id}),
          members = (SELECT count(*) FROM users), closed_at = ${closedAt} WHERE id = ${id}`;
    },
    listAdopted: (pollId: number): AdoptedBook[] => all<AdoptedBook>`
      SELECT nomination_id AS nominationId, month, book_id AS bookId FROM poll_adoptions
      WHERE poll_id = ${pollId} ORDER BY month`,
    adopt: (pollId: number, { nominationId, month, bookId }: AdoptedBook, now: string) => run`
      INSERT INTO poll_adoptions ${rowOf({ pollId, nominationId, month, bookId, adoptedAt: now })}`,
    deleteBallots: (before: string) => run`
      DELETE FROM ballots WHERE poll_id IN (SELECT id FROM polls WHERE closed_at < ${before})`,
  };
}
