import * as fc from "fast-check";

import { planNext } from "./meetings.ts";
import { action, type ModelResource, rare } from "./random-request.ts";
import {
  type Book,
  bookOf,
  byMonth,
  currentBook,
  currentMeeting,
  dayFrom,
  earliestFirst,
  monthOf,
  pick,
  shiftMonth,
  type State,
} from "./state.ts";

const TITLES = ["Emma", "Persuasion", "Middlemarch", "Dracula"];

/** Books, their months, and the team's messages. */
export const books: ModelResource = {
  actions: [
    rare(
      action(
        "add a book",
        "admin",
        fc.record({ title: fc.constantFrom(...TITLES), in: fc.integer({ min: -3, max: 2 }) }),
        (state, _user, args) => {
          const book = { title: args.title, author: "An author", month: shiftMonth(state, args.in) };
          const sameBook = state.books.find(
            (existing) =>
              existing.title === book.title &&
              existing.author === book.author &&
              existing.month === book.month &&
              existing.synopsis === "",
          );
          return {
            request: "POST /api/books",
            body: book,
            status: 201,
            done: ({ body: { id } }) => {
              if (sameBook?.id !== id) state.books.push({ ...book, id, synopsis: "" });
            },
          };
        },
      ),
    ),
    rare(
      action(
        "move a book",
        "admin",
        fc.record({ which: fc.nat(), to: fc.integer({ min: -2, max: 2 }) }),
        (state, _user, { which, to }) => {
          const book = pick(state.books, which);
          const month = shiftMonth(state, to);
          return (
            book && {
              request: `PATCH /api/books/${book.id}`,
              body: { month, synopsis: `In ${to}` },
              status: 200,
              done: () => void Object.assign(book, { month, synopsis: `In ${to}` }),
            }
          );
        },
      ),
    ),
    action(
      "write a month's message",
      "admin",
      fc.record({ in: fc.integer({ min: -1, max: 2 }), message: fc.constantFrom("", "Dear all", "Soon") }),
      (state, _user, args) => {
        const month = shiftMonth(state, args.in);
        return {
          request: `PATCH /api/months/${month}`,
          body: { message: args.message },
          status: month < monthOf(state) ? 409 : 200,
          done: () => void state.messages.set(month, args.message),
        };
      },
    ),
    action(
      "edit the content",
      "admin",
      fc.record(
        {
          welcomeMessage: fc.constantFrom("Welcome", "Hello"),
          presidentMessage: fc.constantFrom("", "From the team"),
          in: fc.constantFrom(null, -9, 0, 6, 33),
          meetingTime: fc.constantFrom("", "19:30"),
          meetingLocation: fc.constantFrom("", "At the library"),
        },
        { requiredKeys: ["welcomeMessage"] },
      ),
      (state, _user, { in: days, ...wish }) => {
        const meetingDate = days === null ? "" : dayFrom(state, days ?? 0);
        const body = { ...wish, ...(days !== undefined && { meetingDate }) };
        return {
          request: "PATCH /api/content",
          body,
          status: 200,
          done: async (_answer, fetch) => {
            state.welcome = wish.welcomeMessage;
            if (wish.presidentMessage !== undefined) state.messages.set(monthOf(state), wish.presidentMessage);
            const fields = { date: body.meetingDate, time: wish.meetingTime, location: wish.meetingLocation };
            await planNext(state, fields, async () => {
              const ids: { id: number }[] = JSON.parse((await fetch("/api/meetings")).text);
              return Math.max(...ids.map(({ id }) => id));
            });
          },
        };
      },
    ),
  ],
  reads: (state) => [
    {
      path: "/api/books",
      access: "admin",
      answers: state.books.toSorted(byMonth).map(({ id, month }) => ({ id, month })),
    },
    { path: "/api/books/current", answers: bookFields(currentBook(state)) },
    { path: "/api/content", answers: contentOf(state) },
    { path: "/api/months", access: "admin", answers: listMonths(state).map((month) => planOf(state, month)) },
  ],
};

const bookFields = (book: Book | null) => book && { id: book.id, title: book.title };

function contentOf(state: State) {
  const meeting = currentMeeting(state);
  return {
    welcomeMessage: state.welcome,
    presidentMessage: messageOf(state, monthOf(state)).message,
    meetingDate: meeting?.date ?? "",
    meetingTime: meeting?.time ?? "",
    meetingLocation: meeting?.location ?? "",
  };
}

/** The latest message up to the month (BEYOND 1). */
function messageOf({ messages }: State, month: string): { message: string; messageFrom: string | null } {
  const from =
    [...messages.keys()]
      .filter((messageMonth) => messageMonth <= month)
      .toSorted()
      .at(-1) ?? null;
  return { message: (from && messages.get(from)) ?? "", messageFrom: from };
}

function listMonths(state: State): string[] {
  const oldestMonth = [...state.books.map(({ month }) => month), monthOf(state)].toSorted()[0] ?? "";
  const months: string[] = [];
  for (let monthsAhead = 2; monthsAhead >= 0 || shiftMonth(state, monthsAhead) >= oldestMonth; monthsAhead -= 1)
    months.push(shiftMonth(state, monthsAhead));
  return months;
}

function planOf(state: State, month: string) {
  const [book = null] = state.books.filter((one) => one.month === month).toSorted(byMonth);
  const isOn = ({ date }: { date: string }) => date.startsWith(month);
  const meetings = state.meetings.filter(
    (meeting) => bookOf(state, meeting)?.month === month || isOn(meeting) || meeting.dates.some(isOn),
  );
  const isDated = meetings.some(
    (meeting) =>
      !meeting.isCancelled &&
      meeting.date !== "" &&
      (bookOf(state, meeting)?.month ?? meeting.date.slice(0, 7)) === month,
  );
  return {
    month,
    book: bookFields(book),
    ...messageOf(state, month),
    meetings: meetings
      .toSorted(earliestFirst)
      .toReversed()
      .map(({ id }) => ({ id })),
    missing: [
      ...(book ? ["cover", "ebook", "audiobook"] : ["book"]),
      ...(isDated ? [] : ["meeting"]),
      ...(state.messages.has(month) ? [] : ["message"]),
    ],
  };
}
