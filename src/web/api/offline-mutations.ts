import type { NewBookmark } from "#contract/bookmarks.ts";
import { pluralize } from "#contract/counts.ts";
import { SAVE_AGE_MAX_SECONDS } from "#contract/limits.ts";
import type { NewAnswer } from "#contract/meetings.ts";
import type { NewNote } from "#contract/notes.ts";
import type { NewPaperPlace } from "#contract/progress.ts";
import type { NewReview } from "#contract/shelf.ts";
import type { NewWine } from "#contract/wines.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";

import { call } from "./call.ts";
import { SAVE_TIMEOUT_MS } from "./progress.ts";

type WithSendKey<T> = T & { sendKey: string };

/** Mutations that can be queued offline (BEYOND 9). Null withdraws. */
export type OfflineMutation =
  | { kind: "answer"; meetingId: number; answer: Required<NewAnswer> | null }
  | { kind: "dates"; meetingId: number; ids: readonly number[] }
  | { kind: "claim"; needId: number; what: string; quantity: number | null }
  | WithSendKey<{ kind: "post"; content: string }>
  | ({ kind: "page" } & ReportedPage)
  | { kind: "reached"; bookId: number; fraction: number; edition?: string }
  | { kind: "bookmark"; bookmark: WithSendKey<NewBookmark> }
  | { kind: "note"; note: WithSendKey<NewNote & { bookId: number }> }
  | WithSendKey<{ kind: "reply"; noteId: number; text: string }>
  | { kind: "wine"; wine: WithSendKey<NewWine> }
  | { kind: "review"; review: NewReview & { bookId: number } };

type Kind = OfflineMutation["kind"];
export type OfflineMutationOf<K extends Kind> = Extract<OfflineMutation, { kind: K }>;

type MutationRules<K extends Kind> = {
  /** Idempotent. @throws ApiError */
  send: (mutation: OfflineMutationOf<K>) => Promise<unknown>;
  /** A later mutation replaces an earlier one with the same target. */
  target: (mutation: OfflineMutationOf<K>) => string | number;
  draftText: (mutation: OfflineMutationOf<K>) => string;
  label: string;
  pluralLabel?: string;
};

const RULES = {
  answer: {
    send: ({ meetingId, answer }) =>
      answer
        ? call("PUT /api/meetings/:id/answer", { params: { id: meetingId }, body: answer })
        : call("DELETE /api/meetings/:id/answer", { params: { id: meetingId } }),
    target: ({ meetingId }) => meetingId,
    draftText: () => "",
    label: "answer",
  },
  dates: {
    send: ({ meetingId, ids }) =>
      call("PUT /api/meetings/:id/dates/mine", { params: { id: meetingId }, body: { ids: [...ids] } }),
    target: ({ meetingId }) => meetingId,
    draftText: () => "",
    label: "answer about dates",
    pluralLabel: "answers about dates",
  },
  claim: {
    send: ({ needId, quantity }) =>
      quantity === null
        ? call("DELETE /api/needs/:id/claim", { params: { id: needId } })
        : call("PUT /api/needs/:id/claim", { params: { id: needId }, body: { quantity } }),
    target: ({ needId }) => needId,
    draftText: () => "",
    label: "claim",
  },
  post: {
    send: ({ content, sendKey }) => call("POST /api/posts", { body: { content, sendKey } }),
    target: ({ sendKey }) => sendKey,
    draftText: ({ content }) => content,
    label: "post",
  },
  page: {
    send: ({ bookId, at, place }) =>
      call("PUT /api/books/:id/paper", { params: { id: bookId }, body: { ...place, age: ageSeconds(at, Date.now()) } }),
    target: ({ bookId, at }) => `${bookId}/${at}`,
    draftText: () => "",
    label: "page",
  },
  reached: {
    send: ({ bookId, fraction, edition }) =>
      call("PUT /api/books/:id/reached", {
        params: { id: bookId },
        body: { fraction, ...(edition && { edition }) },
      }),
    target: ({ bookId }) => bookId,
    draftText: () => "",
    label: "place in the book",
    pluralLabel: "places in books",
  },
  bookmark: {
    send: ({ bookmark }) =>
      call("POST /api/bookmarks", { body: bookmark, signal: AbortSignal.timeout(SAVE_TIMEOUT_MS) }),
    target: ({ bookmark }) => bookmark.sendKey,
    draftText: ({ bookmark: { note = "", quote = "" } }) => note || quote,
    label: "bookmark",
  },
  note: {
    send: ({ note: { bookId, ...body } }) => call("POST /api/books/:id/notes", { params: { id: bookId }, body }),
    target: ({ note }) => note.sendKey,
    draftText: ({ note }) => note.text,
    label: "note",
  },
  reply: {
    send: ({ noteId, text, sendKey }) =>
      call("POST /api/notes/:id/replies", { params: { id: noteId }, body: { text, sendKey } }),
    target: ({ sendKey }) => sendKey,
    draftText: ({ text }) => text,
    label: "reply",
    pluralLabel: "replies",
  },
  wine: {
    send: ({ wine }) => call("POST /api/wines", { body: wine }),
    target: ({ wine }) => wine.sendKey,
    draftText: ({ wine: { name, note = "" } }) => [name, note].filter(Boolean).join(": "),
    label: "wine",
  },
  review: {
    send: ({ review: { bookId, ...body } }) => call("PUT /api/books/:id/review", { params: { id: bookId }, body }),
    target: ({ review }) => review.bookId,
    draftText: ({ review: { text = "", stars } }) =>
      [stars && pluralize(stars, "star"), text].filter(Boolean).join(": "),
    label: "review",
  },
} satisfies { [K in Kind]: MutationRules<K> };

export type MutationResponse<K extends Kind> = Awaited<ReturnType<(typeof RULES)[K]["send"]>>;

/** Idempotent. @throws ApiError */
export const sendMutation = (mutation: OfflineMutation): Promise<unknown> => rulesOf(mutation).send(mutation);

export const mutationKeyOf = (mutation: OfflineMutation): string =>
  `${mutation.kind}/${rulesOf(mutation).target(mutation)}`;

export const draftTextOf = (mutation: OfflineMutation): string => rulesOf(mutation).draftText(mutation);

export function mutationLabel(mutation: OfflineMutation): string {
  const text = mutation.kind === "claim" ? mutation.what : draftTextOf(mutation);
  return text ? `“${text}”` : `Your ${RULES[mutation.kind].label}`;
}

export function formatPendingMutations(mutations: readonly OfflineMutation[]): string[] {
  const distinctKinds = new Set(mutations.map(({ kind }) => kind));
  return [...distinctKinds].map((kind) => {
    const { label, pluralLabel }: Pick<MutationRules<Kind>, "label" | "pluralLabel"> = RULES[kind];
    return pluralize(mutations.filter((mutation) => mutation.kind === kind).length, label, pluralLabel);
  });
}

/** Bookmarks of version 1.0.0 had no kind and no key. @returns null for an unknown one */
export function parseStoredMutation(queue: string, item: unknown): OfflineMutation | null {
  if (queue === "bookmark") return { kind: "bookmark", bookmark: { sendKey: randomHexId(), ...(item as NewBookmark) } };
  const { kind } = item as OfflineMutation;
  return kind in RULES ? (item as OfflineMutation) : null;
}

const rulesOf = (mutation: OfflineMutation) => RULES[mutation.kind] as MutationRules<Kind>;

/** `at` is the device's time in milliseconds since 1970. */
export type ReportedPage = { bookId: number; at: number; place: Omit<NewPaperPlace, "age"> };

export function ageSeconds(at: number, now: number): number {
  return Math.min(SAVE_AGE_MAX_SECONDS, Math.max(0, Math.floor((now - at) / 1000)));
}
