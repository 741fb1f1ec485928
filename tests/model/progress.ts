import * as fc from "fast-check";

import { action, type Call, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import { type Bookmark, currentBook, drop, type Person, pick, type Position, seesBook, type State } from "./state.ts";
import { bookAt, fraction } from "./talk.ts";

const MINUTE_MS = 60_000;

const save = fc.record({
  which: fc.nat(),
  fraction,
  /** How many saves of other devices this one has missed; null if it sends no revision. */
  missed: fc.constantFrom(null, 0, 0, 1, 2),
  reason: fc.constantFrom(undefined, "seek" as const),
  device: fc.constantFrom("phone", "tablet"),
});
type Save = typeof save extends fc.Arbitrary<infer Value> ? Value : never;

/** A member's positions in text and audio, and bookmarks (SPEC 7, BEYOND 5). */
export const positions: ModelResource = {
  actions: [
    frequent(
      action("read on", "member", save, (state, user, args) =>
        savePosition(state, user, args, {
          positions: state.reading,
          path: "/api/reading-progress",
          fields: (position) => ({ fraction: position, locator: `at ${position}` }),
        }),
      ),
    ),
    action("listen on", "member", save, (state, user, args) =>
      savePosition(state, user, args, {
        positions: state.listening,
        path: "/api/audiobook-progress",
        fields: (position) => ({ currentTime: position * 5000 }),
      }),
    ),
    action(
      "bookmark",
      "member",
      fc.record({ which: fc.nat(), fraction, note: fc.constantFrom("", "The turn") }),
      (state, user, args) => {
        const book = bookAt(state, args.which);
        if (!book) return null;
        const position = args.fraction;
        const same = ownBookmarks(state, user).find(
          (one) => one.book === book && one.position === position && one.note === args.note,
        );
        return {
          request: "POST /api/bookmarks",
          body: { bookId: book.id, fraction: position, note: args.note },
          status: seesBook(state, user, book) ? 201 : 404,
          done: ({ body: { id } }) =>
            void (same ?? state.bookmarks.push({ id, book, by: user, position, note: args.note })),
        };
      },
    ),
    action(
      "change a bookmark",
      "member",
      fc.record({ which: fc.nat(), note: fc.constantFrom("Here", "There") }),
      (state, user, { which, note }) =>
        callAbout(pick(state.bookmarks, which), (bookmark) => ({
          request: `PATCH /api/bookmarks/${bookmark.id}`,
          body: { note },
          status: bookmark.by === user && seesBook(state, user, bookmark.book) ? 200 : 404,
          done: () => void (bookmark.note = note),
        })),
    ),
    rare(
      action("remove a bookmark", "member", fc.nat(), (state, user, index) =>
        callAbout(pick(state.bookmarks, index), (bookmark) => ({
          request: `DELETE /api/bookmarks/${bookmark.id}`,
          status: bookmark.by === user && seesBook(state, user, bookmark.book) ? 204 : 404,
          done: () => drop(state.bookmarks, (one) => one === bookmark),
        })),
      ),
    ),
  ],
  deleteMember: (state, person) => {
    for (const ownRecords of [state.bookmarks, state.reading, state.listening])
      drop<{ by: Person }>(ownRecords, ({ by }) => by === person);
  },
  reads: (state, viewer) => {
    const book = currentBook(state);
    if (!book) return [];
    const findOwn = (positions: Position[]) => positions.find(({ by, book: read }) => by === viewer && read === book);
    const [text, audio] = [findOwn(state.reading), findOwn(state.listening)];
    return [
      {
        path: `/api/reading-progress?bookId=${book.id}`,
        answers: { fraction: text?.position ?? 0, locator: text ? `at ${text.position}` : null, ...withRevision(text) },
      },
      {
        path: `/api/audiobook-progress?bookId=${book.id}`,
        answers: { currentTime: (audio?.position ?? 0) * 5000, ...withRevision(audio) },
      },
      {
        path: `/api/bookmarks?bookId=${book.id}`,
        answers: ownBookmarks(state, viewer)
          .filter((one) => one.book === book)
          .toSorted((a, b) => a.position - b.position || a.id - b.id)
          .map(({ id, position, note }) => ({ id, fraction: position, note })),
      },
    ];
  },
};

const ownBookmarks = ({ bookmarks }: State, user: Person): Bookmark[] => bookmarks.filter((one) => one.by === user);

const withRevision = (last: Position | undefined) => ({ revision: last?.revision ?? 0, device: last?.device ?? null });

type Medium = { positions: Position[]; path: string; fields: (position: number) => object };

/** A save with an older revision is stale; one without a revision always wins. */
function savePosition(state: State, user: Person, args: Save, { positions: all, path, fields }: Medium): Call | null {
  const book = bookAt(state, args.which);
  if (!book) return null;
  const previous = all.find((position) => position.by === user && position.book === book);
  const baseRevision = args.missed === null ? undefined : Math.max(0, (previous?.revision ?? 0) - args.missed);
  const isStale = previous !== undefined && baseRevision !== undefined && baseRevision !== previous.revision;
  const { device, reason, fraction: position } = args;
  return {
    request: `POST ${path}`,
    body: { bookId: book.id, ...fields(position), device, reason, baseRevision },
    status: seesBook(state, user, book) ? (isStale ? 409 : 200) : 404,
    done: () => {
      const { jumpedAt, counted } = count(previous, { position, isJump: reason === "seek", now: state.now });
      drop(all, (position) => position === previous);
      all.push({
        by: user,
        book,
        position,
        revision: (previous?.revision ?? 0) + 1,
        device,
        jumpedAt,
        counted,
        savedAt: state.now,
      });
    },
  };
}

/** The model's books have no text, so this length is assumed. */
const TEXT_LENGTH = 400_000;
const FASTEST_PER_SECOND = 100;
const [FIRST_TOLERANCE, BACK_TOLERANCE] = [3000, 300];

/** A jump, or reading impossibly fast, counts only after a minute of reading on (BEYOND 6, 14). */
function count(previous: Position | undefined, save: { position: number; isJump: boolean; now: number }) {
  const { position, now } = save;
  if (previous && position <= previous.counted) return { jumpedAt: null, counted: previous.counted };
  const newJump = isTooFast(previous, save) || (save.isJump && previous?.position !== position) ? now : null;
  const pendingJump = newJump ?? previous?.jumpedAt ?? null;
  const jumpedAt = pendingJump !== null && now - pendingJump < MINUTE_MS ? pendingJump : null;
  return { jumpedAt, counted: jumpedAt === null ? position : (previous?.counted ?? 0) };
}

function isTooFast(previous: Position | undefined, { position, now }: { position: number; now: number }): boolean {
  if (!previous) return position * TEXT_LENGTH > FIRST_TOLERANCE;
  const seconds = (now - previous.savedAt) / 1000;
  return (position - previous.position) * TEXT_LENGTH > seconds * FASTEST_PER_SECOND + BACK_TOLERANCE;
}
