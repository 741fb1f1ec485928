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
export const fraction = fc.nat(10).map((tenth) => tenth / 10);
const noteText = fc.constantFrom("What a turn", "I saw it coming");

/** Notes are visible up to the furthest position of the reader (BEYOND 6). */
export const talk: ModelResource = {
  acts: [
    frequent(
      action("say how far", "member", fc.record({ which: fc.nat(), fraction }), (state, by, wish) =>
        callAbout(bookAt(state, wish.which), (book) => ({
          request: `PUT /api/books/${book.id}/reached`,
          body: { fraction: wish.fraction },
          status: seesBook(state, by, book) ? 200 : 404,
          done: () => saveReached(state, by, book, wish.fraction),
        })),
      ),
    ),
    frequent(
      action(
        "write a note",
        "member",
        fc.record({ which: fc.nat(), fraction, text: noteText, kind: fc.constantFrom("note", "note", "question") }),
        (state, by, { which, ...wish }) => {
          const book = bookAt(state, which);
          if (!book) return null;
          const isQuestion = wish.kind === "question";
          const questionStatus = asksAbout(state, by, book) ? 201 : 403;
          const noteStatus = wish.fraction <= visibleUpTo(state, by, book) ? 201 : 422;
          return {
            request: `POST /api/books/${book.id}/notes`,
            body: wish,
            status: seesBook(state, by, book) ? (isQuestion ? questionStatus : noteStatus) : 404,
            done: ({ body: { id } }) =>
              void state.notes.push({ id, book, by, ...wish, hearts: new Set(), replies: [] }),
          };
        },
      ),
    ),
    action("edit a note", "member", fc.record({ which: fc.nat(), text: noteText }), (state, by, { which, text }) => {
      const note = pick(state.notes, which);
      if (!note) return null;
      const isRefused = note.by !== by || (note.kind === "question" && !asksAbout(state, by, note.book));
      return {
        request: `PATCH /api/notes/${note.id}`,
        body: { text },
        status: isVisible(state, by, note) ? (isRefused ? 403 : 200) : 404,
        done: () => void (note.text = text),
      };
    }),
    rare(
      action("delete a note", "member", fc.nat(), (state, by, which) => {
        const note = pick(state.notes, which);
        if (!note) return null;
        const status = note.by === by ? 204 : 403;
        const statusIfVisible = isVisible(state, by, note) ? status : 404;
        return {
          request: `DELETE /api/notes/${note.id}`,
          status: by.isAdmin || (note.kind === "question" && hostsBook(state, by, note.book)) ? 204 : statusIfVisible,
          done: () => drop(state.notes, (one) => one === note),
        };
      }),
    ),
    frequent(
      action("heart", "member", fc.record({ which: fc.nat(), loves: fc.boolean() }), (state, by, { which, loves }) =>
        callAbout(pick(state.notes, which), (note) => ({
          request: `${loves ? "PUT" : "DELETE"} /api/notes/${note.id}/heart`,
          status: isVisible(state, by, note) ? 200 : 404,
          done: () => void (loves ? note.hearts.add(by) : note.hearts.delete(by)),
        })),
      ),
    ),
    frequent(
      action("reply", "member", fc.record({ which: fc.nat(), text: noteText }), (state, by, { which, text }) =>
        callAbout(pick(state.notes, which), (note) => ({
          request: `POST /api/notes/${note.id}/replies`,
          body: { text },
          status: isVisible(state, by, note) ? 201 : 404,
          done: ({ body: { id } }) => void note.replies.push({ id, by, text }),
        })),
      ),
    ),
    action("edit a reply", "member", fc.record({ which: fc.nat(), text: noteText }), (state, by, { which, text }) =>
      ofReply(state, which, (note, reply) => ({
        request: `PATCH /api/replies/${reply.id}`,
        body: { text },
        status: toReply(state, by, { note, reply, own: 200 }),
        done: () => void (reply.text = text),
      })),
    ),
    action("delete a reply", "member", fc.nat(), (state, by, which) =>
      ofReply(state, which, (note, reply) => ({
        request: `DELETE /api/replies/${reply.id}`,
        status: by.isAdmin ? 204 : toReply(state, by, { note, reply, own: 204 }),
        done: () => drop(note.replies, (one) => one === reply),
      })),
    ),
    rare(
      action("open the talk", "admin", fc.nat(30), (state, _by, which) => {
        // most talks stay closed, so that some notes are withheld
        const book = which < 3 ? bookAt(state, which) : null;
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
const asksAbout = (state: State, by: Person, book: Book): boolean => by.isAdmin || hostsBook(state, by, book);

/** Usually the current book. */
export const bookAt = (state: State, which: number): Book | null =>
  which % 3 > 0 ? currentBook(state) : pick(state.books, which);

/** A new page replaces the last, unless that was confirmed after a minute. */
function saveReached(state: State, by: Person, book: Book, fraction: number): void {
  const before = state.said.find((one) => one.by === by && one.book === book);
  const confirmedFraction = before && state.now - before.at >= MINUTE_MS ? before.fraction : 0;
  const settled = Math.max(before?.settled ?? 0, confirmedFraction);
  drop(state.said, (one) => one === before);
  state.said.push({ by, book, fraction, at: state.now, settled });
}

function reachedFraction({ said, reading }: State, by: Person, book: Book): number {
  const word = said.find((one) => one.by === by && one.book === book);
  const place = reading.find((one) => one.by === by && one.book === book);
  return Math.max(place?.counted ?? 0, word?.fraction ?? 0, word?.settled ?? 0);
}

function isOpen(state: State, book: Book): boolean {
  const isPast = book.month <= monthOf(state) && currentBook(state) !== book;
  return state.openTalks.has(book) || isBookOver(state, book) || isPast;
}

const visibleUpTo = (state: State, by: Person, book: Book): number =>
  isOpen(state, book) ? 1 : reachedFraction(state, by, book);

const isVisible = (state: State, by: Person, note: Note): boolean =>
  seesBook(state, by, note.book) && (note.by === by || note.fraction <= visibleUpTo(state, by, note.book));

function ofReply({ notes }: State, which: number, toCall: (note: Note, reply: Reply) => Call): Call | null {
  const found = pick(
    notes.flatMap((note) => note.replies.map((reply) => ({ note, reply }))),
    which,
  );
  return found && toCall(found.note, found.reply);
}

/** Others' replies to a member's own note beyond their position are withheld. */
function toReply(state: State, by: Person, { note, reply, own }: { note: Note; reply: Reply; own: number }): number {
  if (!seesReply(state, by, note, reply)) return 404;
  return reply.by === by ? own : 403;
}

function seesReply(state: State, by: Person, note: Note, reply: Reply): boolean {
  if (!seesBook(state, by, note.book)) return false;
  if (note.fraction <= visibleUpTo(state, by, note.book)) return true;
  return note.by === by && reply.by === by;
}

const nameOf = (by: Person | null) => ({ displayName: by?.name ?? "A former member" });

function talkOf(state: State, book: Book, viewer: Person) {
  const notes = state.notes.filter((note) => note.book === book);
  const ahead = notes.filter((note) => !isVisible(state, viewer, note)).length;
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
    ahead: ahead > 0 ? [{ chapter: null, count: ahead }] : [],
  };
}
