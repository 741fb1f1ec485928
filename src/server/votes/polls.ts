import type { Book } from "#contract/books.ts";
import { VOTES_PER_MEMBER } from "#contract/limits.ts";
import type { Adoption, NewPoll, Poll } from "#contract/polls.ts";
import type { PollRow } from "#db/polls.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { addBook, findBookOfMonth } from "#server/books/catalog.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import { formatMonth } from "#server/books/format-month.ts";
import { findBook, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError, requireFound } from "#server/errors.ts";

import { closeDuePoll, closeDuePollBestEffort, pollVisibilityCutoff } from "./close-due-poll.ts";
import { toNominationViewer } from "./nominations.ts";

/** The latest poll until a week after it closed, with only the viewer's ballot. */
export function getCurrentPoll(deps: Deps, viewer: MemberViewer): Poll | null {
  const poll = findLatestPoll(deps);
  return poll && (poll.closedAt === null || poll.closedAt > pollVisibilityCutoff(deps))
    ? serializePoll(deps, viewer, poll)
    : null;
}

export function findLatestPoll(deps: Deps): PollRow | null {
  closeDuePollBestEffort(deps);
  return deps.stores.polls.findLatest();
}

/** @throws AppError 'invalid'; 'conflict' during another vote, or for a month that has a book */
export function openPoll(deps: Deps, actor: Actor, { month, closesAt, nominationIds }: NewPoll): Poll {
  const { stores, clock } = deps;
  const closingTime = parseClosingTime(closesAt);
  return writeAs(deps, actor, (author) => {
    closeDuePoll(deps);
    const now = clock.now().toISOString();
    if (month < getCurrentMonth(deps)) throw fieldError("/month", "This month is over. Choose a later one.");
    if (closingTime <= now) throw fieldError("/closesAt", "The closing time must be in the future.");
    for (const id of nominationIds) {
      const nomination = stores.nominations.find(id, toNominationViewer(deps, author));
      if (!nomination) throw fieldError("/nominationIds", "One of these books isn't nominated anymore.");
      if (nomination.state === "chosen") throw fieldError("/nominationIds", `“${nomination.title}” was chosen before.`);
    }
    if (stores.polls.findOpen()) throw new AppError("conflict", "A vote is already open. Close it first.");
    requireFreeMonth(deps, month);
    const id = stores.polls.insert({ month, closesAt: closingTime }, nominationIds, now);
    recordAuditEvent(deps, author, "poll-opened", month);
    return serializePoll(deps, author, requirePoll(deps, id));
  });
}

/** Replaces the caller's votes; an empty list withdraws them. @throws AppError 'conflict' if closed */
export function saveBallot(deps: Deps, actor: Actor, id: number, nominationIds: readonly number[]): Poll {
  const { polls } = deps.stores;
  closeDuePoll(deps);
  return writeAs(deps, actor, (author) => {
    closeDuePoll(deps);
    const poll = requirePoll(deps, id);
    if (poll.closedAt !== null) throw new AppError("conflict", "This vote is closed.");
    const options = new Set(polls.countVotesByOption(id).map(({ nominationId }) => nominationId));
    if (nominationIds.some((nominationId) => !options.has(nominationId)))
      throw fieldError("/nominationIds", "You can only vote for books on the ballot.");
    polls.saveBallot(id, author.id, nominationIds);
    return serializePoll(deps, author, requirePoll(deps, id));
  });
}

export function closePoll(deps: Deps, actor: Actor, id: number): Poll {
  return writeAs(deps, actor, (author) => {
    closeDuePoll(deps);
    const poll = requirePoll(deps, id);
    if (poll.closedAt === null) {
      deps.stores.polls.close(id, deps.clock.now().toISOString());
      recordAuditEvent(deps, author, "poll-closed", poll.month);
    }
    return serializePoll(deps, author, requirePoll(deps, id));
  });
}

/** Until the next poll opens, others can be adopted for months without a book (BEYOND 10). @throws AppError */
export function adoptBook(deps: Deps, actor: Actor, id: number, { nominationId, month: sentMonth }: Adoption): Book {
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    closeDuePoll(deps);
    const poll = requirePoll(deps, id);
    if (poll.closedAt === null) throw new AppError("conflict", "Close the vote first.");
    const month = sentMonth ?? poll.month;
    if (month < getCurrentMonth(deps)) throw fieldError("/month", "This month is over. Choose a later one.");
    const adoptedBooks = stores.polls.listAdopted(id);
    if (adoptedBooks.length > 0 && stores.polls.findLatest()?.id !== id)
      throw new AppError("conflict", "A newer vote has opened. Choose the next book there.");
    const nomination = stores.nominations
      .listOfPoll(id, toNominationViewer(deps, author))
      .find((option) => option.id === nominationId);
    if (!nomination) throw new AppError("conflict", "This book wasn't on the ballot.");
    if (nomination.state === "chosen") throw new AppError("conflict", `“${nomination.title}” was chosen before.`);
    requireFreeMonth(deps, month);
    if (adoptedBooks.some((one) => one.month === month))
      throw new AppError("conflict", `A book was chosen for ${formatMonth(month)} before.`);
    const { title, author: bookAuthor, isbn, synopsis, coverImage } = nomination;
    const now = clock.now().toISOString();
    const book = addBook(deps, { title, author: bookAuthor, isbn, synopsis, coverImage, month });
    if (month === poll.month) stores.nominations.choose(nominationId, now);
    stores.polls.adopt(id, { nominationId, month, bookId: book.id }, now);
    recordAuditEvent(deps, author, "book-chosen", title);
    return book;
  });
}

/** Includes only the viewer's votes. */
export function serializePoll(deps: Deps, viewer: MemberViewer, poll: PollRow): Poll {
  const { nominations, polls } = deps.stores;
  const { id, month, closesAt, voted, members } = poll;
  const isClosed = poll.closedAt !== null;
  const votes = new Map(polls.countVotesByOption(id).map(({ nominationId, votes }) => [nominationId, votes]));
  const winners = isClosed ? findWinners(votes) : [];
  return {
    id,
    month,
    closesAt,
    state: isClosed ? "closed" : "open",
    votesPerMember: VOTES_PER_MEMBER,
    options: nominations
      .listOfPoll(id, toNominationViewer(deps, viewer))
      .map((nomination) => ({ nomination, votes: isClosed ? (votes.get(nomination.id) ?? 0) : null })),
    mine: polls.findBallot(id, viewer.id),
    voted,
    members,
    winnerId: winners.length === 1 ? (winners[0] ?? null) : null,
    tied: winners.length > 1 ? winners : [],
    adopted: polls.listAdopted(id).flatMap(({ bookId, ...adopted }) => {
      const isBookVisible = bookId !== null && findBook(deps, viewer, bookId) !== null;
      return isBookVisible ? [{ ...adopted, bookId }] : [];
    }),
  };
}

function findWinners(votes: ReadonlyMap<number, number>): number[] {
  const maxVotes = Math.max(0, ...votes.values());
  return maxVotes === 0 ? [] : [...votes].flatMap(([id, count]) => (count === maxVotes ? [id] : []));
}

function requirePoll({ stores }: Deps, id: number): PollRow {
  return requireFound(stores.polls.find(id), "There is no such vote.");
}

function requireFreeMonth(deps: Deps, month: string): void {
  const book = findBookOfMonth(deps, month);
  if (book) throw new AppError("conflict", `${formatMonth(month)} already has a book: “${book.title}”.`);
}

function parseClosingTime(text: string): string {
  const time = Date.parse(text);
  // Date.parse turns February 31 into March 3
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 16)))
    throw fieldError("/closesAt", "That day or time doesn't exist.");
  return new Date(time).toISOString();
}
