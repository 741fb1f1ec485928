import * as fc from "fast-check";

import { hostsBook } from "./hosts.ts";
import { action, type Call, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import {
  type Book,
  byMonth,
  currentBook,
  drop,
  isBookOver,
  monthOf,
  type Note,
  type Person,
  pick,
  type Reply,
  seesBook,
  type State,
} from "./state.ts";

const MINUTE_MS = 60_000;
export const fraction = fc.nat(10).map((tenths) => tenths / 10);
const noteText = fc.constantFrom("What a turn", "I saw it coming");

/** Notes are visible up to the furthest position of the reader (BEYOND 6). */
export const talk: ModelResource = {
  actions: [
    frequent(
      action("say how far", "member", fc.record({ which: fc.nat(), fraction }), (state, user, args) =>
        callAbout(bookAt(state, args.which), (book) => ({
          request: `PUT /api/books/${book.id}/reached`,
          body: { fraction: args.fraction },
          status: seesBook(state, user, book) ? 200 : 404,
          done: () => saveReached(state, user, book, args.fraction),
        })),
      ),
    ),
    frequent(
      action(
        "write a note",
        "member",
        fc.record({ which: fc.nat(), fraction, text: noteText, kind: fc.constantFrom("note", "note", "question") }),
        (state, user, { which, ...wish }) => {
          const book = bookAt(state, which);
          if (!book) return null;
          const isQuestion = wish.kind === "question";
          const questionStatus = asksAbout(state, user, book) ? 201 : 403;
          const noteStatus = wish.fraction <= visibleUpTo(state, user, book) ? 201 : 422;
          return {
            request: `POST /api/books/${book.id}/notes`,
            body: wish,
            status: seesBook(state, user, book) ? (isQuestion ? questionStatus : noteStatus) : 404,
            done: ({ body: { id } }) =>
              void state.notes.push({ id, book, by: user, ...wish, hearts: new Set(), replies: [] }),
          };
        },
      ),
    ),
    action("edit a note", "member", fc.record({ which: fc.nat(), text: noteText }), (state, user, { which, text }) => {
      const note = pick(state.notes, which);
      if (!note) return null;
      const isRefused = note.by !== user || (note.kind === "question" && !asksAbout(state, user, note.book));
      return {
        request: `PATCH /api/notes/${note.id}`,
        body: { text },
        status: isVisible(state, user, note) ? (isRefused ? 403 : 200) : 404,
        done: () => void (note.text = text),
      };
    }),
    rare(
      action("delete a note", "member", fc.nat(), (state, user, index) => {
        const note = pick(state.notes, index);
        if (!note) return null;
        const status = note.by === user ? 204 : 403;
        const visibleStatus = isVisible(state, user, note) ? status : 404;
        return {
          request: `DELETE /api/notes/${note.id}`,
          status: user.isAdmin || (note.kind === "question" && hostsBook(state, user, note.book)) ? 204 : visibleStatus,
          done: () => drop(state.notes, (one) => one === note),
        };
      }),
    ),
    frequent(
      action("heart", "member", fc.record({ which: fc.nat(), loves: fc.boolean() }), (state, user, { which, loves }) =>
        callAbout(pick(state.notes, which), (note) => ({
          request: `${loves ? "PUT" : "DELETE"} /api/notes/${note.id}/heart`,
          status: isVisible(state, user, note) ? 200 : 404,
          done: () => void (loves ? note.hearts.add(user) : note.hearts.delete(user)),
        })),
      ),
    ),
    frequent(
      action("reply", "member", fc.record({ which: fc.nat(), text: noteText }), (state, user, { which, text }) =>
        callAbout(pick(state.notes, which), (note) => ({
          request: `POST /api/notes/${note.id}/replies`,
          body: { text },
          status: isVisible(state, user, note) ? 201 : 404,
          done: ({ body: { id } }) => void note.replies.push({ id, by: user, text }),
        })),
      ),
    ),
    action("edit a reply", "member", fc.record({ which: fc.nat(), text: noteText }), (state, user, { which, text }) =>
      ofReply(state, which, (note, reply) => ({
        request: `PATCH /api/replies/${reply.id}`,
        body: { text },
        status: toReply(state, user, { note, reply, own: 200 }),
        done: () => void (reply.text = text),
      })),
    ),
    action("delete a reply", "member", fc.nat(), (state, user, index) =>
      ofReply(state, index, (note, reply) => ({
        request: `DELETE /api/replies/${reply.id}`,
        status: user.isAdmin ? 204 : toReply(state, user, { note, reply, own: 204 }),
        done: () => drop(note.replies, (one) => one === reply),
      })),
    ),
    rare(
      action("open the talk", "admin", fc.nat(30), (state, _user, index) => {
        // most talks stay closed, so that some notes are withheld
        const book = index < 3 ? bookAt(state, index) : null;
        const request = `POST /api/books/${book?.id}/notes/open`;
        return book && { request, status: 200, done: () => void state.openTalks.add(book) };
      }),
    ),
  ],
  deleteMember: (state, person, notes) => {
    const isTheirs = ({ by }: { by: Person | null }) => by === person;
    drop(state.said, isTheirs);
    if (notes === "remove") drop(state.notes, isTheirs);
    for (const note of state.notes) {
      if (note.by === person) note.by = null;
      note.hearts.delete(person);
      if (notes === "remove") drop(note.replies, isTheirs);
      for (const reply of note.replies) if (reply.by === person) reply.by = null;
    }
  },
  reads: (state, viewer) =>
    state.books
      .toSorted(byMonth)
      .slice(0, 3)
      .filter((book) => seesBook(state, viewer, book))
      .map((book) => ({ path: `/api/books/${book.id}/notes`, answers: talkOf(state, book, viewer) })),
};

/** Questions for the meeting, by admins and its host (BEYOND 10). */
const asksAbout = (state: State, user: Person, book: Book): boolean => user.isAdmin || hostsBook(state, user, book);

/** Usually the current book. */
export const bookAt = (state: State, index: number): Book | null =>
  index % 3 > 0 ? currentBook(state) : pick(state.books, index);

/** A new page replaces the last, unless that was confirmed after a minute. */
function saveReached(state: State, user: Person, book: Book, fraction: number): void {
  const previous = state.said.find((one) => one.by === user && one.book === book);
  const confirmedFraction = previous && state.now - previous.at >= MINUTE_MS ? previous.fraction : 0;
  const settledFraction = Math.max(previous?.settled ?? 0, confirmedFraction);
  drop(state.said, (one) => one === previous);
  state.said.push({ by: user, book, fraction, at: state.now, settled: settledFraction });
}

function reachedFraction({ said, reading }: State, user: Person, book: Book): number {
  const word = said.find((one) => one.by === user && one.book === book);
  const position = reading.find((one) => one.by === user && one.book === book);
  return Math.max(position?.counted ?? 0, word?.fraction ?? 0, word?.settled ?? 0);
}

function isOpen(state: State, book: Book): boolean {
  const isPast = book.month <= monthOf(state) && currentBook(state) !== book;
  return state.openTalks.has(book) || isBookOver(state, book) || isPast;
}

const visibleUpTo = (state: State, user: Person, book: Book): number =>
  isOpen(state, book) ? 1 : reachedFraction(state, user, book);

const isVisible = (state: State, user: Person, note: Note): boolean =>
  seesBook(state, user, note.book) && (note.by === user || note.fraction <= visibleUpTo(state, user, note.book));

function ofReply({ notes }: State, index: number, toCall: (note: Note, reply: Reply) => Call): Call | null {
  const foundReply = pick(
    notes.flatMap((note) => note.replies.map((reply) => ({ note, reply }))),
    index,
  );
  return foundReply && toCall(foundReply.note, foundReply.reply);
}

/** Others' replies to a member's own note beyond their position are withheld. */
function toReply(state: State, user: Person, { note, reply, own }: { note: Note; reply: Reply; own: number }): number {
  if (!seesReply(state, user, note, reply)) return 404;
  return reply.by === user ? own : 403;
}

function seesReply(state: State, user: Person, note: Note, reply: Reply): boolean {
  if (!seesBook(state, user, note.book)) return false;
  if (note.fraction <= visibleUpTo(state, user, note.book)) return true;
  return note.by === user && reply.by === user;
}

const nameOf = (user: Person | null) => ({ displayName: user?.name ?? "A former member" });

function talkOf(state: State, book: Book, viewer: Person) {
  const notes = state.notes.filter((note) => note.book === book);
  const hiddenCount = notes.filter((note) => !isVisible(state, viewer, note)).length;
  return {
    reached: reachedFraction(state, viewer, book),
    open: isOpen(state, book),
    notes: notes
      .filter((note) => isVisible(state, viewer, note))
      .toSorted((a, b) => a.fraction - b.fraction || a.id - b.id)
      .map((note) => ({
        id: note.id,
        text: note.text,
        fraction: note.fraction,
        author: nameOf(note.by),
        mine: note.by === viewer,
        hearts: note.hearts.size,
        hearted: note.hearts.has(viewer),
        replies: note.replies
          .filter((reply) => seesReply(state, viewer, note, reply))
          .map(({ id, text, by }) => ({ id, text, author: nameOf(by), mine: by === viewer })),
      })),
    ahead: hiddenCount > 0 ? [{ chapter: null, count: hiddenCount }] : [],
  };
}
