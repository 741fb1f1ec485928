import * as fc from "fast-check";

import { action, type Call, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import { type Bookmark, currentBook, drop, type Person, pick, type Place, seesBook, type State } from "./state.ts";
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
export const places: ModelResource = {
  acts: [
    frequent(
      action("read on", "member", save, (state, by, wish) =>
        savePlace(state, by, wish, {
          places: state.reading,
          path: "/api/reading-progress",
          fields: (at) => ({ fraction: at, locator: `at ${at}` }),
        }),
      ),
    ),
    action("listen on", "member", save, (state, by, wish) =>
      savePlace(state, by, wish, {
        places: state.listening,
        path: "/api/audiobook-progress",
        fields: (at) => ({ currentTime: at * 5000 }),
      }),
    ),
    action(
      "bookmark",
      "member",
      fc.record({ which: fc.nat(), fraction, note: fc.constantFrom("", "The turn") }),
      (state, by, wish) => {
        const book = bookAt(state, wish.which);
        if (!book) return null;
        const place = wish.fraction;
        const same = ownBookmarks(state, by).find(
          (one) => one.book === book && one.place === place && one.note === wish.note,
        );
        return {
          request: "POST /api/bookmarks",
          body: { bookId: book.id, fraction: place, note: wish.note },
          status: seesBook(state, by, book) ? 201 : 404,
          done: ({ body: { id } }) => void (same ?? state.bookmarks.push({ id, book, by, place, note: wish.note })),
        };
      },
    ),
    action(
      "change a bookmark",
      "member",
      fc.record({ which: fc.nat(), note: fc.constantFrom("Here", "There") }),
      (state, by, { which, note }) =>
        callAbout(pick(state.bookmarks, which), (bookmark) => ({
          request: `PATCH /api/bookmarks/${bookmark.id}`,
          body: { note },
          status: bookmark.by === by && seesBook(state, by, bookmark.book) ? 200 : 404,
          done: () => void (bookmark.note = note),
        })),
    ),
    rare(
      action("remove a bookmark", "member", fc.nat(), (state, by, which) =>
        callAbout(pick(state.bookmarks, which), (bookmark) => ({
          request: `DELETE /api/bookmarks/${bookmark.id}`,
          status: bookmark.by === by && seesBook(state, by, bookmark.book) ? 204 : 404,
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
    const ownPlace = (places: Place[]) => places.find((place) => place.by === viewer && place.book === book);
    const [read, heard] = [ownPlace(state.reading), ownPlace(state.listening)];
    return [
      {
        path: `/api/reading-progress?bookId=${book.id}`,
        answers: { fraction: read?.position ?? 0, locator: read ? `at ${read.position}` : null, ...withRevision(read) },
      },
      {
        path: `/api/audiobook-progress?bookId=${book.id}`,
        answers: { currentTime: (heard?.position ?? 0) * 5000, ...withRevision(heard) },
      },
      {
        path: `/api/bookmarks?bookId=${book.id}`,
        answers: ownBookmarks(state, viewer)
          .filter((one) => one.book === book)
          .toSorted((a, b) => a.place - b.place || a.id - b.id)
          .map(({ id, place, note }) => ({ id, fraction: place, note })),
      },
    ];
  },
};

const ownBookmarks = ({ bookmarks }: State, by: Person): Bookmark[] => bookmarks.filter((one) => one.by === by);

const withRevision = (place: Place | undefined) => ({ revision: place?.revision ?? 0, device: place?.device ?? null });

type Medium = { places: Place[]; path: string; fields: (position: number) => object };

/** A save with an older revision is stale; one without a revision always wins. */
function savePlace(state: State, by: Person, wish: Save, { places: all, path, fields }: Medium): Call | null {
  const book = bookAt(state, wish.which);
  if (!book) return null;
  const before = all.find((place) => place.by === by && place.book === book);
  const baseRevision = wish.missed === null ? undefined : Math.max(0, (before?.revision ?? 0) - wish.missed);
  const isStale = before !== undefined && baseRevision !== undefined && baseRevision !== before.revision;
  const { device, reason, fraction: position } = wish;
  return {
    request: `POST ${path}`,
    body: { bookId: book.id, ...fields(position), device, reason, baseRevision },
    status: seesBook(state, by, book) ? (isStale ? 409 : 200) : 404,
    done: () => {
      const { jumpedAt, counted } = count(before, { position, isJump: reason === "seek", now: state.now });
      drop(all, (place) => place === before);
      all.push({
        by,
        book,
        position,
        revision: (before?.revision ?? 0) + 1,
        device,
        jumpedAt,
        counted,
        savedAt: state.now,
      });
    },
  };
}

/** The model's books have no text, so this length is assumed. */
const CODE_POINTS = 400_000;
const FASTEST_A_SECOND = 100;
const [FIRST, BACK_TOLERANCE] = [3000, 300];

/** A jump, or reading impossibly fast, counts only after a minute of reading on (BEYOND 6, 14). */
function count(before: Place | undefined, save: { position: number; isJump: boolean; now: number }) {
  const { position, now } = save;
  if (before && position <= before.counted) return { jumpedAt: null, counted: before.counted };
  const newJump = isTooFast(before, save) || (save.isJump && before?.position !== position) ? now : null;
  const pending = newJump ?? before?.jumpedAt ?? null;
  const jumpedAt = pending !== null && now - pending < MINUTE_MS ? pending : null;
  return { jumpedAt, counted: jumpedAt === null ? position : (before?.counted ?? 0) };
}

function isTooFast(before: Place | undefined, { position, now }: { position: number; now: number }): boolean {
  if (!before) return position * CODE_POINTS > FIRST;
  const seconds = (now - before.savedAt) / 1000;
  return (position - before.position) * CODE_POINTS > seconds * FASTEST_A_SECOND + BACK_TOLERANCE;
}
