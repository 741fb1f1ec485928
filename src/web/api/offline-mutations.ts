import type { NewBookmark } from "#contract/bookmarks.ts";
import { pluralize } from "#contract/counts.ts";
import { SAVE_AGE_MAX_SECONDS } from "#contract/limits.ts";
import type { NewAnswer } from "#contract/meetings.ts";
import type { NewNote } from "#contract/notes.ts";
import type { NewPaperProgress } from "#contract/progress.ts";
import type { NewReview } from "#contract/shelf.ts";
import type { NewWine } from "#contract/wines.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";

import { call } from "./call.ts";
import { SAVE_TIMEOUT_MS } from "./progress.ts";
import { captureAuthor } from "./request.ts";

type WithSendKey<T> = T & { sendKey: string };

/** Mutations that can be queued offline (BEYOND 9). Null withdraws. */
type Mutations = {
  answer: { kind: "answer"; meetingId: number; answer: Required<NewAnswer> | null };
  dates: { kind: "dates"; meetingId: number; ids: readonly number[] };
  claim: { kind: "claim"; needId: number; what: string; quantity: number | null };
  post: WithSendKey<{ kind: "post"; content: string }>;
  page: { kind: "page" } & ReportedPage;
  reached: { kind: "reached"; bookId: number; fraction: number; edition?: string };
  bookmark: { kind: "bookmark"; bookmark: WithSendKey<NewBookmark> };
  note: { kind: "note"; note: WithSendKey<NewNote & { bookId: number }> };
  reply: WithSendKey<{ kind: "reply"; noteId: number; text: string }>;
  wine: { kind: "wine"; wine: WithSendKey<NewWine> };
  review: { kind: "review"; review: NewReview & { bookId: number } };
};

export type MutationKind = keyof Mutations;
export type OfflineMutation<K extends MutationKind = MutationKind> = Mutations[K] & { kind: K };

type MutationRules<K extends MutationKind, Response = unknown> = {
  /** Idempotent. The service of a kind that replaces an earlier change calls `requireLatestChange`. @throws ApiError */
  send: (mutation: OfflineMutation<K>) => Promise<Response>;
  /** A later mutation replaces an earlier one with the same target. */
  target: (mutation: OfflineMutation<K>) => string | number;
  draftText?: (mutation: OfflineMutation<K>) => string;
  label: string;
  pluralLabel?: string;
};

const TYPED_RULES = {
  answer: {
    send: ({ meetingId, answer }) =>
      answer
        ? call("PUT /api/meetings/:id/answer", { params: { id: meetingId }, body: answer })
        : call("DELETE /api/meetings/:id/answer", { params: { id: meetingId } }),
    target: ({ meetingId }) => meetingId,
    label: "answer",
  },
  dates: {
    send: ({ meetingId, ids }) =>
      call("PUT /api/meetings/:id/dates/mine", { params: { id: meetingId }, body: { ids: [...ids] } }),
    target: ({ meetingId }) => meetingId,
    label: "answer about dates",
    pluralLabel: "answers about dates",
  },
  claim: {
    send: ({ needId, quantity }) =>
      quantity === null
        ? call("DELETE /api/needs/:id/claim", { params: { id: needId } })
        : call("PUT /api/needs/:id/claim", { params: { id: needId }, body: { quantity } }),
    target: ({ needId }) => needId,
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
    label: "page",
  },
  reached: {
    send: ({ bookId, fraction, edition }) =>
      call("PUT /api/books/:id/reached", {
        params: { id: bookId },
        body: { fraction, ...(edition && { edition }) },
      }),
    target: ({ bookId }) => bookId,
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
    // It replaces the whole review, of which another device may have changed the rest.
    send: async ({ review: { bookId, ...changes } }) => {
      const asAuthor = captureAuthor();
      const { mine } = await call("GET /api/shelf/:id", { params: { id: bookId } });
      const body = { ...mine, ...changes };
      return asAuthor(() => call("PUT /api/books/:id/review", { params: { id: bookId }, body }));
    },
    target: ({ review }) => review.bookId,
    draftText: ({ review: { text = "", stars } }) =>
      [stars && pluralize(stars, "star"), text].filter(Boolean).join(": "),
    label: "review",
  },
} satisfies { [K in MutationKind]: MutationRules<K> };

export type MutationResponse<K extends MutationKind> = Awaited<ReturnType<(typeof TYPED_RULES)[K]["send"]>>;

const RULES: { [K in MutationKind]: MutationRules<K, MutationResponse<K>> } = TYPED_RULES;

/** Idempotent. @throws ApiError */
export const sendMutation = <K extends MutationKind>(mutation: OfflineMutation<K>): Promise<MutationResponse<K>> =>
  rulesOf<K>(mutation).send(mutation);

export const mutationKeyOf = <K extends MutationKind>(mutation: OfflineMutation<K>): string =>
  `${mutation.kind}/${rulesOf<K>(mutation).target(mutation)}`;

export const draftTextOf = <K extends MutationKind>(mutation: OfflineMutation<K>): string =>
  rulesOf<K>(mutation).draftText?.(mutation) ?? "";

export function formatMutation(mutation: OfflineMutation): string {
  const text = mutation.kind === "claim" ? mutation.what : draftTextOf(mutation);
  return text ? `“${text}”` : `Your ${RULES[mutation.kind].label}`;
}

export function formatPendingMutations(mutations: readonly OfflineMutation[]): string[] {
  const distinctKinds = new Set(mutations.map(({ kind }) => kind));
  return [...distinctKinds].map((kind) => {
    const { label, pluralLabel } = RULES[kind];
    return pluralize(mutations.filter((mutation) => mutation.kind === kind).length, label, pluralLabel);
  });
}

/** Bookmarks of version 1.0.0 had no kind and no key. @returns null for an unknown one */
export function parseStoredMutation(queue: string, item: unknown): OfflineMutation | null {
  if (queue === "bookmark") return { kind: "bookmark", bookmark: { sendKey: randomHexId(), ...(item as NewBookmark) } };
  const { kind } = item as OfflineMutation;
  return kind in RULES ? (item as OfflineMutation) : null;
}

function rulesOf<K extends MutationKind>({ kind }: { kind: K }) {
  return RULES[kind];
}

/** `at` is the device's time in milliseconds since 1970. */
export type ReportedPage = { bookId: number; at: number; place: Omit<NewPaperProgress, "age"> };

/** The server rejects an excessive age, which a wrong clock could cause. */
export function ageSeconds(at: number, now: number): number {
  return Math.min(SAVE_AGE_MAX_SECONDS, Math.max(0, Math.floor((now - at) / 1000)));
}
