import type { NewBookmark } from "#contract/bookmarks.ts";
import { pluralize } from "#contract/counts.ts";
import { SAVE_AGE_MAX_SECONDS } from "#contract/limits.ts";
import type { NewAnswer } from "#contract/meetings.ts";
import type { NewNote } from "#contract/notes.ts";
import type { NewPaperPlace } from "#contract/progress.ts";
import type { NewReview } from "#contract/shelf.ts";
import type { NewWine } from "#contract/wines.ts";
import { randomHexId } from "#web/lib/browser/new-key.ts";

import { call } from "./call.ts";
import { SAVE_TIMEOUT } from "./progress.ts";

type Keyed<T> = T & { sendKey: string };

/** What a member writes or marks that may wait for the network (BEYOND 9). Null withdraws. */
export type OfflineMutation =
  | { kind: "answer"; meetingId: number; answer: Required<NewAnswer> | null }
  | { kind: "dates"; meetingId: number; ids: readonly number[] }
  | { kind: "claim"; needId: number; what: string; quantity: number | null }
  | Keyed<{ kind: "post"; content: string }>
  | ({ kind: "page" } & ReportedPage)
  | { kind: "reached"; bookId: number; fraction: number; edition?: string }
  | { kind: "bookmark"; bookmark: Keyed<NewBookmark> }
  | { kind: "note"; note: Keyed<NewNote & { bookId: number }> }
  | Keyed<{ kind: "reply"; noteId: number; text: string }>
  | { kind: "wine"; wine: Keyed<NewWine> }
  | { kind: "review"; review: NewReview & { bookId: number } };

type Kind = OfflineMutation["kind"];
export type OfflineMutationOf<K extends Kind> = Extract<OfflineMutation, { kind: K }>;

type Rules<K extends Kind> = {
  /** Twice is harmless. @throws ApiError */
  send: (act: OfflineMutationOf<K>) => Promise<unknown>;
  /** The later act replaces the earlier one about the same thing. */
  about: (act: OfflineMutationOf<K>) => string | number;
  /** What was typed; it's kept when the server refuses it. */
  words: (act: OfflineMutationOf<K>) => string;
  /** For 'Your answer wasn't saved' and '2 notes'. */
  noun: string;
  nouns?: string;
};

const RULES: { [K in Kind]: Rules<K> } = {
  answer: {
    send: ({ meetingId, answer }) =>
      answer
        ? call("PUT /api/meetings/:id/answer", { params: { id: meetingId }, body: answer })
        : call("DELETE /api/meetings/:id/answer", { params: { id: meetingId } }),
    about: ({ meetingId }) => meetingId,
    words: () => "",
    noun: "answer",
  },
  dates: {
    send: ({ meetingId, ids }) =>
      call("PUT /api/meetings/:id/dates/mine", { params: { id: meetingId }, body: { ids: [...ids] } }),
    about: ({ meetingId }) => meetingId,
    words: () => "",
    noun: "answer about dates",
    nouns: "answers about dates",
  },
  claim: {
    send: ({ needId, quantity }) =>
      quantity === null
        ? call("DELETE /api/needs/:id/claim", { params: { id: needId } })
        : call("PUT /api/needs/:id/claim", { params: { id: needId }, body: { quantity } }),
    about: ({ needId }) => needId,
    words: () => "",
    noun: "claim",
  },
  post: {
    send: ({ content, sendKey }) => call("POST /api/posts", { body: { content, sendKey } }),
    about: ({ sendKey }) => sendKey,
    words: ({ content }) => content,
    noun: "post",
  },
  page: {
    send: ({ bookId, at, place }) =>
      call("PUT /api/books/:id/paper", { params: { id: bookId }, body: { ...place, age: ageOf(at, Date.now()) } }),
    // each is a place, so a later one doesn't replace it
    about: ({ bookId, at }) => `${bookId}/${at}`,
    words: () => "",
    noun: "page",
  },
  reached: {
    send: ({ bookId, fraction, edition }) =>
      call("PUT /api/books/:id/reached", {
        params: { id: bookId },
        body: { fraction, ...(edition && { edition }) },
      }),
    about: ({ bookId }) => bookId,
    words: () => "",
    noun: "place in the book",
    nouns: "places in books",
  },
  bookmark: {
    send: ({ bookmark }) => call("POST /api/bookmarks", { body: bookmark, signal: AbortSignal.timeout(SAVE_TIMEOUT) }),
    about: ({ bookmark }) => bookmark.sendKey,
    words: ({ bookmark: { note = "", quote = "" } }) => note || quote,
    noun: "bookmark",
  },
  note: {
    send: ({ note: { bookId, ...body } }) => call("POST /api/books/:id/notes", { params: { id: bookId }, body }),
    about: ({ note }) => note.sendKey,
    words: ({ note }) => note.text,
    noun: "note",
  },
  reply: {
    send: ({ noteId, text, sendKey }) =>
      call("POST /api/notes/:id/replies", { params: { id: noteId }, body: { text, sendKey } }),
    about: ({ sendKey }) => sendKey,
    words: ({ text }) => text,
    noun: "reply",
    nouns: "replies",
  },
  wine: {
    send: ({ wine }) => call("POST /api/wines", { body: wine }),
    about: ({ wine }) => wine.sendKey,
    words: ({ wine: { name, note = "" } }) => [name, note].filter(Boolean).join(": "),
    noun: "wine",
  },
  review: {
    send: ({ review: { bookId, ...body } }) => call("PUT /api/books/:id/review", { params: { id: bookId }, body }),
    about: ({ review }) => review.bookId,
    words: ({ review: { text = "", stars } }) => [stars && pluralize(stars, "star"), text].filter(Boolean).join(": "),
    noun: "review",
  },
};

/** The same act twice is harmless. @throws ApiError */
export const sendMutation = (act: OfflineMutation): Promise<unknown> => rulesOf(act).send(act);

export const mutationKeyOf = (act: OfflineMutation): string => `${act.kind}/${rulesOf(act).about(act)}`;

/** What was typed, or empty. */
export const draftTextOf = (act: OfflineMutation): string => rulesOf(act).words(act);

/** 'Your answer', for messages. */
export function mutationLabel(act: OfflineMutation): string {
  const words = act.kind === "claim" ? act.what : draftTextOf(act);
  return words ? `“${words}”` : `Your ${RULES[act.kind].noun}`;
}

/** '2 notes', '1 reply': what waits, by kind. */
export function formatPendingMutations(acts: readonly OfflineMutation[]): string[] {
  const kinds = new Set(acts.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const { noun, nouns } = RULES[kind];
    return pluralize(acts.filter((act) => act.kind === kind).length, noun, nouns);
  });
}

/** An act as the device keeps it; bookmarks of version 1.0.0 were no acts and had no key. @returns null if unknown */
export function parseStoredMutation(queue: string, item: unknown): OfflineMutation | null {
  if (queue === "bookmark") return { kind: "bookmark", bookmark: { sendKey: randomHexId(), ...(item as NewBookmark) } };
  const { kind } = item as OfflineMutation;
  return kind in RULES ? (item as OfflineMutation) : null;
}

const rulesOf = (act: OfflineMutation) => RULES[act.kind] as Rules<Kind>;

/** A page that was said at that time, in milliseconds since 1970 on this device's clock. */
export type ReportedPage = { bookId: number; at: number; place: Omit<NewPaperPlace, "age"> };

/** Whole seconds, by the device's own clock. Waits may be long, and the clock may have been set meanwhile. */
export function ageOf(at: number, now: number): number {
  return Math.min(SAVE_AGE_MAX_SECONDS, Math.max(0, Math.floor((now - at) / 1000)));
}
