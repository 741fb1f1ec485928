import { subDays } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { toClockTimeIn } from "#contract/zoned-time.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import { formatMonth } from "#server/books/format-month.ts";
import type { Deps } from "#server/deps.ts";
import { findLatestPoll, serializePoll } from "#server/votes/polls.ts";

const RECENT_VOTE_DAYS = 31;

/** Null without an open or recently closed vote (BEYOND 4). */
export function createVoteSection(deps: Deps): { title: string; text: string } | null {
  const poll = findLatestPoll(deps);
  if (!poll) return null;
  const month = formatMonth(poll.month, "MMMM");
  if (poll.closedAt === null) {
    const { clubTimeZone } = deps.config;
    const day = formatInTimeZone(poll.closesAt, clubTimeZone, "MMMM d");
    const closingDay = `${day} at ${toClockTimeIn(new Date(poll.closesAt), clubTimeZone)}`;
    return { title: `Vote for ${month}'s book`, text: `You have three votes. Voting ends ${closingDay}.` };
  }
  const isOld = poll.closedAt < subDays(deps.clock.now(), RECENT_VOTE_DAYS).toISOString();
  if (isOld || poll.month < getCurrentMonth(deps)) return null;
  const { options, winnerId, tied, adopted } = serializePoll(deps, { id: 0, isAdmin: true }, poll);
  const findTitle = (id: number) => options.find(({ nomination }) => nomination.id === id)?.nomination.title ?? "";
  const chosenTitle = findTitle(adopted.find((one) => one.month === poll.month)?.nominationId ?? 0);
  const title = `The vote for ${month}`;
  if (chosenTitle) return { title, text: `The club will read ${chosenTitle}.` };
  if (winnerId !== null) return { title, text: `${findTitle(winnerId)} won.` };
  if (tied.length === 0) return null;
  return { title, text: `It's a tie between ${new Intl.ListFormat("en").format(tied.map(findTitle))}.` };
}
