import * as fc from "fast-check";

import { close } from "./due.ts";
import { action, type Call, callAbout, changeOwn, frequent, type ModelResource, rare } from "./random-request.ts";
import { monthOf, type Nomination, type Person, pick, type Poll, shiftMonth, type State } from "./state.ts";

const TITLES = ["Emma", "Ulysses", "Beloved", "Utopia", "Walden", "Candide", "Kim", "Dubliners"];
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Nominations and votes (BEYOND 4). */
export const votes: ModelResource = {
  actions: [
    frequent(
      action("nominate", "member", fc.constantFrom(...TITLES), (state, user, title) => {
        const nomination = { title, author: "An author", reason: "" };
        const openNominations = state.nominations.filter((one) => one.by === user && !one.isChosen && !one.isRemoved);
        const isExisting = [...listOpen(state), ...state.books].some(
          (one) => one.title === title && one.author === nomination.author,
        );
        return {
          request: "POST /api/nominations",
          body: nomination,
          status: openNominations.length >= 5 || isExisting ? 409 : 201,
          done: ({ body: { id } }) =>
            void state.nominations.push({ ...nomination, id, by: user, isChosen: false, isRemoved: false }),
        };
      }),
    ),
    action(
      "give a reason",
      "member",
      fc.record({ which: fc.nat(), reason: fc.constantFrom("It's short", "It's long") }),
      (state, user, { which, reason }) =>
        edit(state, user, which, (nomination) => ({
          request: `PATCH /api/nominations/${nomination.id}`,
          body: { reason },
          status: 200,
          done: () => void (nomination.reason = reason),
        })),
    ),
    rare(
      action("withdraw a nomination", "member", fc.nat(), (state, user, index) =>
        edit(state, user, index, (nomination) => ({
          request: `DELETE /api/nominations/${nomination.id}`,
          status: 204,
          done: () => void (nomination.isRemoved = true),
        })),
      ),
    ),
    action(
      "open a vote",
      "admin",
      fc.record({ in: fc.integer({ min: -1, max: 9 }), hours: fc.constantFrom(-1, 1, 20, 50, 200), from: fc.nat() }),
      open,
    ),
    frequent(
      action(
        "vote",
        "member",
        fc.record({ which: fc.nat(), count: fc.nat(3), slip: fc.nat(9) }),
        (state, user, { which, count, slip }) => {
          const poll = state.polls.at(-1);
          if (!poll) return null;
          const chosen = new Set(Array.from({ length: count }, (_, offset) => pick(poll.options, which + offset)));
          const ballot = [...chosen].filter((option) => option !== null);
          const unknownChoices =
            slip === 0 ? state.nominations.filter((one) => !poll.options.includes(one)).slice(0, 1) : [];
          const isValid = unknownChoices.length === 0;
          const openStatus = isValid ? 200 : 422;
          return {
            request: `PUT /api/polls/${poll.id}/ballot`,
            body: {
              nominationIds: [...ballot.slice(0, 2), ...unknownChoices, ...ballot.slice(2, isValid ? 3 : 2)].map(
                ({ id }) => id,
              ),
            },
            status: poll.closed ? 409 : openStatus,
            done: () => void poll.ballots.set(user, ballot),
          };
        },
      ),
    ),
    rare(
      action("close a vote", "admin", fc.constant(null), (state) =>
        callAbout(pick(state.polls, state.polls.length - 1), (poll) => ({
          request: `POST /api/polls/${poll.id}/close`,
          status: 200,
          done: () => {
            if (!poll.closed) close(state, poll, state.now);
          },
        })),
      ),
    ),
    action("adopt a book", "admin", fc.record({ which: fc.nat(), poll: fc.nat() }), adoptBook),
  ],
  deleteMember: (state, person) => {
    for (const poll of state.polls) if (!poll.closed) poll.ballots.delete(person);
    for (const nomination of state.nominations) if (nomination.by === person) nomination.by = null;
  },
  reads: (state, viewer) => [
    {
      path: "/api/nominations",
      answers: listOpen(state)
        .toReversed()
        .map((one) => ({
          id: one.id,
          title: one.title,
          reason: one.reason,
          state: stateOf(state, one),
          mine: one.by === viewer,
          nominatedBy: { displayName: one.by?.name ?? "A former member" },
        })),
    },
    { path: "/api/polls/current", answers: shownPoll(state, viewer) },
  ],
};

const listOpen = ({ nominations }: State): Nomination[] => nominations.filter(({ isRemoved }) => !isRemoved);

function stateOf({ polls }: State, nomination: Nomination): string {
  if (nomination.isChosen) return "chosen";
  return polls.some(({ closed, options }) => !closed && options.includes(nomination)) ? "on-ballot" : "open";
}

function edit(state: State, user: Person, index: number, toCall: (nomination: Nomination) => Call): Call | null {
  const nomination = pick(state.nominations, index);
  const call = changeOwn(user, nomination, toCall);
  if (!call || !nomination) return null;
  if (nomination.isRemoved) return { ...call, status: 404 };
  return call.status !== 403 && stateOf(state, nomination) === "on-ballot" ? { ...call, status: 409 } : call;
}

function open(state: State, _user: Person, args: { in: number; hours: number; from: number }): Call | null {
  const openNominations = state.nominations.filter((one) => !one.isRemoved && !one.isChosen);
  const options = new Set(
    [0, 1, 2].map((offset) => pick(args.from % 5 > 0 ? openNominations : state.nominations, args.from + offset)),
  );
  const chosen = [...options].filter((option) => option !== null);
  if (chosen.length < 2) return null;
  const month = shiftMonth(state, args.in);
  const closesAt = state.now + args.hours * HOUR_MS;
  const isValid = month >= monthOf(state) && args.hours > 0 && chosen.every((one) => !one.isRemoved && !one.isChosen);
  const isFree = state.polls.every(({ closed }) => closed) && state.books.every((book) => book.month !== month);
  const freeStatus = isFree ? 201 : 409;
  return {
    request: "POST /api/polls",
    body: { month, closesAt: new Date(closesAt).toISOString(), nominationIds: chosen.map(({ id }) => id) },
    status: isValid ? freeStatus : 422,
    done: ({ body: { id } }) =>
      void state.polls.push({
        id,
        month,
        closesAt,
        options: chosen,
        ballots: new Map(),
        closed: null,
        isAdopted: false,
      }),
  };
}

function adoptBook(state: State, _user: Person, { which, poll: from }: { which: number; poll: number }): Call | null {
  const poll = from % 3 > 0 ? state.polls.at(-1) : pick(state.polls, from);
  const option = pick(poll?.options ?? [], which);
  if (!poll || !option) return null;
  // the hourly cleanup has deleted it, or is about to
  if (option.isRemoved && poll.closed && !isShown(state, poll.closed)) return null;
  const isFree = state.books.every(({ month }) => month !== poll.month);
  const isPast = poll.closed && poll.month < monthOf(state);
  const isNew = poll.closed && !poll.isAdopted && !option.isChosen && isFree;
  return {
    request: `POST /api/polls/${poll.id}/adopt`,
    body: { nominationId: option.id },
    status: isPast ? 422 : isNew ? 201 : 409,
    done: ({ body: { id } }) => {
      option.isChosen = true;
      poll.isAdopted = true;
      state.books.push({ id, title: option.title, author: option.author, month: poll.month, synopsis: "" });
    },
  };
}

function shownPoll(state: State, viewer: Person) {
  const poll = state.polls.at(-1);
  if (!poll || (poll.closed && !isShown(state, poll.closed))) return null;
  const { id, month, options, ballots, closed } = poll;
  const sorted = options.toSorted((a, b) => a.id - b.id);
  const mostVotes = Math.max(1, ...(closed?.votes.values() ?? []));
  const winners = sorted.filter((option) => closed?.votes.get(option) === mostVotes).map((option) => option.id);
  return {
    id,
    month,
    state: closed ? "closed" : "open",
    options: sorted.map((option) => ({ nomination: { id: option.id }, votes: closed?.votes.get(option) ?? null })),
    mine: (ballots.get(viewer) ?? []).map((option) => option.id).toSorted((a, b) => a - b),
    voted: closed?.voted ?? votedNow(poll),
    members: closed?.members ?? state.people.length - state.gone.size,
    winnerId: winners.length === 1 ? winners[0] : null,
    tied: winners.length > 1 ? winners : [],
  };
}

const isShown = ({ now }: State, closed: { at: number }): boolean => closed.at > now - WEEK_MS;

const votedNow = ({ ballots }: Poll): number => [...ballots.values()].filter(({ length }) => length > 0).length;
