import type { NewBookmark } from "#contract/bookmarks.ts";
import type { NewAnswer } from "#contract/meetings.ts";
import type { NewNote } from "#contract/notes.ts";
import type { NewReview } from "#contract/shelf.ts";
import type { NewWine } from "#contract/wines.ts";
import { countOf } from "#web/lib/counts.ts";
import { newKey } from "#web/lib/new-key.ts";

import { setBookmark } from "./bookmarks.ts";
import { answerDates } from "./meeting-dates.ts";
import { answerMeeting, claimNeed, unclaimNeed, withdrawAnswer } from "./meetings.ts";
import { addNote, addReply, saveReached } from "./notes.ts";
import { type SaidPage, savePage } from "./paper.ts";
import { addPost } from "./posts.ts";
import { saveReview } from "./shelf.ts";
import { addWine } from "./wines.ts";

type Keyed<T> = T & { sendKey: string };

/** What a member writes or marks that may wait for the network (BEYOND 9). Null withdraws. */
export type MemberAct =
  | { kind: "answer"; meetingId: number; answer: Required<NewAnswer> | null }
  | { kind: "dates"; meetingId: number; ids: readonly number[] }
  | { kind: "claim"; needId: number; what: string; quantity: number | null }
  | Keyed<{ kind: "post"; content: string }>
  | ({ kind: "page" } & SaidPage)
  | { kind: "reached"; bookId: number; fraction: number; edition?: string }
  | { kind: "bookmark"; bookmark: Keyed<NewBookmark> }
  | { kind: "note"; note: Keyed<NewNote & { bookId: number }> }
  | Keyed<{ kind: "reply"; noteId: number; text: string }>
  | { kind: "wine"; wine: Keyed<NewWine> }
  | { kind: "review"; review: NewReview & { bookId: number } };

type Kind = MemberAct["kind"];
export type ActOf<K extends Kind> = Extract<MemberAct, { kind: K }>;

type Rules<K extends Kind> = {
  /** Twice is harmless. @throws ApiError */
  send: (act: ActOf<K>) => Promise<unknown>;
  /** The later act replaces the earlier one about the same thing. */
  about: (act: ActOf<K>) => string | number;
  /** What was typed; it's kept when the server refuses it. */
  words: (act: ActOf<K>) => string;
  /** For 'Your answer wasn't saved' and '2 notes'. */
  noun: string;
  nouns?: string;
};

const RULES: { [K in Kind]: Rules<K> } = {
  answer: {
    send: ({ meetingId, answer }) => (answer ? answerMeeting({ id: meetingId, ...answer }) : withdrawAnswer(meetingId)),
    about: ({ meetingId }) => meetingId,
    words: () => "",
    noun: "answer",
  },
  dates: {
    send: ({ meetingId, ids }) => answerDates({ id: meetingId, ids }),
    about: ({ meetingId }) => meetingId,
    words: () => "",
    noun: "answer about dates",
    nouns: "answers about dates",
  },
  claim: {
    send: ({ needId, quantity }) => (quantity === null ? unclaimNeed(needId) : claimNeed({ id: needId, quantity })),
    about: ({ needId }) => needId,
    words: () => "",
    noun: "claim",
  },
  post: {
    send: ({ content, sendKey }) => addPost({ content, sendKey }),
    about: ({ sendKey }) => sendKey,
    words: ({ content }) => content,
    noun: "post",
  },
  page: {
    send: (act) => savePage(act),
    // each is a place, so a later one doesn't replace it
    about: ({ bookId, at }) => `${bookId}/${at}`,
    words: () => "",
    noun: "page",
  },
  reached: {
    send: ({ bookId, fraction, edition }) => saveReached({ bookId, fraction, ...(edition && { edition }) }),
    about: ({ bookId }) => bookId,
    words: () => "",
    noun: "place in the book",
    nouns: "places in books",
  },
  bookmark: {
    send: ({ bookmark }) => setBookmark(bookmark),
    about: ({ bookmark }) => bookmark.sendKey,
    words: ({ bookmark: { note = "", quote = "" } }) => note || quote,
    noun: "bookmark",
  },
  note: {
    send: ({ note }) => addNote(note),
    about: ({ note }) => note.sendKey,
    words: ({ note }) => note.text,
    noun: "note",
  },
  reply: {
    send: ({ noteId, text, sendKey }) => addReply({ noteId, text, sendKey }),
    about: ({ sendKey }) => sendKey,
    words: ({ text }) => text,
    noun: "reply",
    nouns: "replies",
  },
  wine: {
    send: ({ wine }) => addWine(wine),
    about: ({ wine }) => wine.sendKey,
    words: ({ wine: { name, note = "" } }) => [name, note].filter(Boolean).join(": "),
    noun: "wine",
  },
  review: {
    send: ({ review }) => saveReview(review),
    about: ({ review }) => review.bookId,
    words: ({ review: { text = "", stars } }) => [stars && countOf(stars, "star"), text].filter(Boolean).join(": "),
    noun: "review",
  },
};

/** The same act twice is harmless. @throws ApiError */
export const sendAct = (act: MemberAct): Promise<unknown> => rulesOf(act).send(act);

export const keyOfAct = (act: MemberAct): string => `${act.kind}/${rulesOf(act).about(act)}`;

/** What was typed, or empty. */
export const wordsOfAct = (act: MemberAct): string => rulesOf(act).words(act);

/** 'Your answer', for messages. */
export function actText(act: MemberAct): string {
  const words = act.kind === "claim" ? act.what : wordsOfAct(act);
  return words ? `“${words}”` : `Your ${RULES[act.kind].noun}`;
}

/** '2 notes', '1 reply': what waits, by kind. */
export function countActs(acts: readonly MemberAct[]): string[] {
  const kinds = new Set(acts.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const { noun, nouns } = RULES[kind];
    return countOf(acts.filter((act) => act.kind === kind).length, noun, nouns);
  });
}

/** An act as the device keeps it; bookmarks of version 1.0.0 were no acts and had no key. @returns null if unknown */
export function readAct(queue: string, item: unknown): MemberAct | null {
  if (queue === "bookmark") return { kind: "bookmark", bookmark: { sendKey: newKey(), ...(item as NewBookmark) } };
  const { kind } = item as MemberAct;
  return kind in RULES ? (item as MemberAct) : null;
}

const rulesOf = (act: MemberAct) => RULES[act.kind] as Rules<Kind>;
