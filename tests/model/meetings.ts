import * as fc from "fast-check";

import {
  asHost,
  attachPosts,
  comingOr409,
  dateStatus,
  type Fields,
  newMeeting,
  pickMeeting,
  updateMeeting,
} from "./meeting-rules.ts";
import { needsOf } from "./needs.ts";
import { action, type Call, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import {
  bookOf,
  currentBook,
  currentMeeting,
  dayFrom,
  drop,
  earliestFirst,
  isBookOver,
  isLongOver,
  isOver,
  type Meeting,
  type Person,
  pick,
  seesBook,
  type State,
} from "./state.ts";

const fields = fc.record({
  in: fc.constantFrom(null, -2, 0, 1, 6, 20, 40),
  time: fc.constantFrom("", "10:00", "19:30"),
  location: fc.constantFrom("", "At Mia's", "The library"),
});
const datedFrom = (
  state: State,
  { in: days, ...wish }: { in: number | null; time: string; location: string },
): Fields => ({
  date: days === null ? "" : dayFrom(state, days),
  ...wish,
});

/** Meetings and their answers (BEYOND 1, 2). */
export const meetings: ModelResource = {
  actions: [
    rare(
      action(
        "plan a meeting",
        "admin",
        fc.record({ fields, book: fc.option(fc.nat(), { nil: undefined }) }),
        (state, _user, args) => {
          const given = datedFrom(state, args.fields);
          const book = args.book === undefined ? currentBook(state) : pick(state.books, args.book);
          return {
            request: "POST /api/meetings",
            body: { ...given, ...(args.book !== undefined && { bookId: book?.id ?? null }) },
            status: 201,
            done: ({ body: { id } }) => {
              const bookId = book?.id ?? null;
              const isIdentical = (other: Meeting) =>
                !other.isCancelled &&
                (["date", "time", "location"] as const).every((field) => other[field] === given[field]) &&
                other.bookId === bookId;
              if (!state.meetings.some(isIdentical)) plan(state, { ...given, id, bookId });
            },
          };
        },
      ),
    ),
    action("change a meeting", "host", fc.record({ which: fc.nat(), fields }), (state, user, args) => {
      const meeting = pick(state.meetings, args.which);
      const body = datedFrom(state, args.fields);
      return (
        meeting && {
          request: `PATCH /api/meetings/${meeting.id}`,
          body,
          status: asHost(
            state,
            user,
            meeting,
            isLongOver(state, meeting) ? 409 : dateStatus(state, user, meeting, body),
          ),
          done: () => updateMeeting(state, meeting, body, user),
        }
      );
    }),
    action(
      "cancel or restore",
      "admin",
      fc.record({ which: fc.nat(), cancels: fc.boolean() }),
      (state, _user, { which, cancels }) =>
        callAbout(pick(state.meetings, which), (meeting) => ({
          request: `POST /api/meetings/${meeting.id}/${cancels ? "cancel" : "restore"}`,
          status: isOver(state, meeting) ? 409 : 200,
          done: () => {
            if (meeting.isCancelled !== cancels) meeting.sequence += 1;
            meeting.isCancelled = cancels;
          },
        })),
    ),
    rare(
      action("delete a meeting", "admin", fc.nat(), (state, _user, index) => {
        const meeting = pick(state.meetings, index);
        if (!meeting) return null;
        const isInUse = meeting.answers.length > 0 || state.posts.some((post) => post.meeting === meeting);
        const request = `DELETE /api/meetings/${meeting.id}`;
        return { request, status: isInUse ? 409 : 204, done: () => remove(state, meeting) };
      }),
    ),
    frequent(
      action(
        "answer",
        "member",
        fc.record({ which: fc.nat(), answer: fc.constantFrom("yes", "maybe", "no"), guests: fc.nat(2) }),
        answer,
      ),
    ),
    rare(
      action("withdraw", "member", fc.nat(), (state, user, index) => {
        const meeting = pickMeeting(state, index);
        return {
          request: `DELETE /api/meetings/${meeting.id}/answer`,
          status: comingOr409(state, meeting),
          done: () => {
            drop(meeting.answers, (one) => one.by === user);
            releaseClaims(state, meeting, user);
          },
        };
      }),
    ),
  ],
  deleteMember: (state, person) => {
    for (const { answers } of state.meetings) drop(answers, ({ by }) => by === person);
  },
  reads: (state, viewer) => {
    const current = currentMeeting(state);
    return [
      {
        path: "/api/meetings",
        answers: state.meetings
          .toSorted(earliestFirst)
          .toReversed()
          .map((meeting) => summary(state, meeting, viewer)),
      },
      {
        path: "/api/meetings/current",
        answers: current && {
          ...summary(state, current, viewer),
          people: people(current),
          needs: needsOf(state, current, viewer),
        },
      },
    ];
  },
};

function plan(state: State, fields: Fields & { id: number; bookId: number | null }): void {
  const setPastAt = isOver(state, fields) ? state.now : null;
  const meeting = newMeeting({ ...fields, setPastAt, createdAt: state.now });
  state.meetings.push(meeting);
  attachPosts(state, meeting);
}

/**
 * Like the Content Management tab: edits the current meeting; if that is over or canceled, a later date plans the next
 * one, as does clearing a past one's date (BEYOND 1). A date in the past can be corrected for a day (BEYOND 9).
 */
export async function planNext(
  state: State,
  fields: { [Field in keyof Fields]?: string | undefined },
  newId: () => Promise<number>,
): Promise<void> {
  if (Object.values(fields).every((value) => value === undefined)) return;
  const meeting = currentMeeting(state);
  const newFields: Fields = {
    date: fields.date ?? meeting?.date ?? "",
    time: fields.time ?? meeting?.time ?? "",
    location: fields.location ?? meeting?.location ?? "",
  };
  const isLater = meeting && fields.date !== undefined && fields.date > meeting.date;
  const isEmptied = meeting && fields.date === "" && isOver(state, meeting);
  const isMistyped = meeting && wasJustSetPast(state, meeting);
  const isNext = !isMistyped && ((isLater && (isOver(state, meeting) || meeting.isCancelled)) || isEmptied);
  if (meeting && !isNext) return updateMeeting(state, meeting, newFields);
  const mistypedMeeting = state.meetings
    .filter((one) => !one.isCancelled && wasJustSetPast(state, one) && one.setPastAt !== one.createdAt)
    .toSorted((a, b) => (b.setPastAt ?? 0) - (a.setPastAt ?? 0) || b.id - a.id)[0];
  if (mistypedMeeting) {
    const { date, time, location } = mistypedMeeting;
    updateMeeting(state, mistypedMeeting, {
      date: fields.date ?? date,
      time: fields.time ?? time,
      location: fields.location ?? location,
    });
    return;
  }
  if (!newFields.date && !newFields.time && !newFields.location) return;
  const book = currentBook(state);
  plan(state, { ...newFields, id: await newId(), bookId: book && !isBookOver(state, book) ? book.id : null });
}

const wasJustSetPast = ({ now }: State, { setPastAt }: Meeting): boolean =>
  setPastAt !== null && setPastAt > now - 86_400_000;

function remove(state: State, meeting: Meeting): void {
  drop(state.meetings, (one) => one === meeting);
  drop(state.needs, (need) => need.meeting === meeting);
  for (const { posts } of state.resets) {
    drop(posts, ({ claim }) => claim?.need.meeting === meeting);
    for (const post of posts) if (post.meeting === meeting) post.meeting = null;
  }
}

function answer(
  state: State,
  user: Person,
  args: { which: number; answer: "yes" | "maybe" | "no"; guests: number },
): Call {
  const meeting = pickMeeting(state, args.which);
  return {
    request: `PUT /api/meetings/${meeting.id}/answer`,
    body: { answer: args.answer, guests: args.guests },
    status: comingOr409(state, meeting),
    done: () => {
      const previousAnswer = meeting.answers.find((one) => one.by === user);
      const at = previousAnswer?.answer === args.answer ? previousAnswer.at : state.now;
      drop(meeting.answers, (one) => one.by === user);
      meeting.answers.push({ by: user, answer: args.answer, guests: args.answer === "no" ? 0 : args.guests, at });
      if (args.answer === "no") releaseClaims(state, meeting, user);
    },
  };
}

function releaseClaims(state: State, meeting: Meeting, user: Person): void {
  drop(state.posts, (post) => post.by === user && post.claim?.need.meeting === meeting);
}

function summary(state: State, meeting: Meeting, viewer: Person) {
  const { id, date, time, location, sequence, answers } = meeting;
  const book = bookOf(state, meeting);
  const showsBook = book && seesBook(state, viewer, book);
  const meetingState = isOver(state, meeting) ? "over" : "planned";
  const ownAnswer = answers.find((one) => one.by === viewer);
  const count = (kind: string) => answers.filter((one) => one.answer === kind).length;
  return {
    id,
    date,
    time,
    location,
    sequence,
    bookId: showsBook ? book.id : null,
    state: meeting.isCancelled ? "cancelled" : meetingState,
    answers: {
      yes: count("yes"),
      maybe: count("maybe"),
      no: count("no"),
      guests: answers.reduce((sum, one) => sum + one.guests, 0),
    },
    mine: ownAnswer ? { answer: ownAnswer.answer, guests: ownAnswer.guests } : null,
    host: meeting.host && { displayName: meeting.host.name },
    isHost: meeting.host === viewer,
  };
}

const ORDER = ["yes", "maybe", "no"];

function people({ answers }: Meeting) {
  return answers
    .toSorted((a, b) => ORDER.indexOf(a.answer) - ORDER.indexOf(b.answer) || a.at - b.at || a.by.id - b.by.id)
    .map(({ by, answer: said, guests }) => ({ user: { displayName: by.name }, answer: said, guests }));
}
