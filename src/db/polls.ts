import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

export type PollRow = {
  id: number;
  month: string;
  createdAt: string;
  closesAt: string;
  closedAt: string | null;
  /** Members who voted; fixed when the poll closes, like `members`. */
  voted: number;
  members: number;
};

/** An option that became a month's book; `bookId` is null if that was deleted. */
type Adopted = { nominationId: number; month: string; bookId: number | null };

/** Ballots are secret (BEYOND 4). */
export function createPollStore(query: Query) {
  const select = `SELECT id, month, created_at AS createdAt, closes_at AS closesAt, closed_at AS closedAt,
      CASE WHEN closed_at IS NULL THEN (SELECT count(DISTINCT user_id) FROM ballots WHERE poll_id = polls.id)
        ELSE voted END AS voted,
      CASE WHEN closed_at IS NULL THEN (SELECT count(*) FROM users) ELSE members END AS members FROM polls`;
  const find = query<PollRow>(`${select} WHERE id = $id`);
  const findOpen = query<{ id: number; closesAt: string }>(
    `SELECT id, closes_at AS closesAt FROM polls WHERE closed_at IS NULL`,
  );
  const findLatest = query<PollRow>(`${select} ORDER BY id DESC LIMIT 1`);
  const insert = query<{ id: number }>(
    `INSERT INTO polls (month, closes_at, created_at) VALUES ($month, $closesAt, $now) RETURNING id`,
  );
  const insertOption = query(`INSERT INTO poll_options (poll_id, nomination_id) VALUES ($pollId, $nominationId)`);
  const countVotesByOption = query<{ nominationId: number; votes: number }>(
    `SELECT nomination_id AS nominationId, votes FROM poll_options WHERE poll_id = $pollId ORDER BY nomination_id`,
  );
  const findBallot = query<{ nominationId: number }>(
    `SELECT nomination_id AS nominationId FROM ballots WHERE poll_id = $pollId AND user_id = $userId`,
  );
  const clearBallot = query(`DELETE FROM ballots WHERE poll_id = $pollId AND user_id = $userId`);
  const insertVote = query(
    `INSERT INTO ballots (poll_id, user_id, nomination_id) VALUES ($pollId, $userId, $nominationId)`,
  );
  const countVotes = query(
    `UPDATE poll_options SET votes = (SELECT count(*) FROM ballots b
       WHERE b.poll_id = $id AND b.nomination_id = poll_options.nomination_id) WHERE poll_id = $id`,
  );
  const close = query(
    `UPDATE polls SET voted = (SELECT count(DISTINCT user_id) FROM ballots WHERE poll_id = $id),
       members = (SELECT count(*) FROM users), closed_at = $closedAt WHERE id = $id`,
  );
  const listAdopted = query<Adopted>(
    `SELECT nomination_id AS nominationId, month, book_id AS bookId FROM poll_adoptions
     WHERE poll_id = $pollId ORDER BY month`,
  );
  const adopt = query(
    `INSERT INTO poll_adoptions (poll_id, nomination_id, month, book_id, adopted_at)
     VALUES ($pollId, $nominationId, $month, $bookId, $now)`,
  );
  const forgetBallots = query(`DELETE FROM ballots WHERE poll_id IN (SELECT id FROM polls WHERE closed_at < $before)`);

  return {
    find: (id: number) => find.get({ id }),
    /** Also after its end. */
    findOpen: () => findOpen.get(),
    findLatest: () => findLatest.get(),
    insert: (poll: Pick<PollRow, "month" | "closesAt">, nominationIds: readonly number[], now: string): number => {
      const row = requireRow(insert.get({ ...poll, now }));
      for (const nominationId of nominationIds) insertOption.run({ pollId: row.id, nominationId });
      return row.id;
    },
    countVotesByOption: (pollId: number) => countVotesByOption.all({ pollId }),
    findBallot: (pollId: number, userId: number): number[] =>
      findBallot.all({ pollId, userId }).map(({ nominationId }) => nominationId),
    saveBallot: (pollId: number, userId: number, nominationIds: readonly number[]) => {
      clearBallot.run({ pollId, userId });
      for (const nominationId of nominationIds) insertVote.run({ pollId, userId, nominationId });
    },
    close: (id: number, closedAt: string) => {
      countVotes.run({ id });
      close.run({ id, closedAt });
    },
    listAdopted: (pollId: number): Adopted[] => listAdopted.all({ pollId }),
    adopt: (pollId: number, adopted: Adopted, now: string) => void adopt.run({ pollId, ...adopted, now }),
    forgetBallots: (before: string) => void forgetBallots.run({ before }),
  };
}
