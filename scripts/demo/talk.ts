import { subDays, subHours } from "date-fns";

import type { Book } from "#contract/books.ts";
import { requireRow } from "#db/errors.ts";
import type { Actor } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { saveReached } from "#server/progress/furthest.ts";
import { loadContents } from "#server/reading/contents.ts";
import { addNote, setHeart } from "#server/talk/notes.ts";
import { addReply } from "#server/talk/replies.ts";

import { thisMonthAt } from "./club-at.ts";

type Find = (username: string) => Actor;

const FINISHED = { margit: 6, leopold: 6, frances: 5, beatriz: 4, hana: 3, dev: 2 };

type Said = {
  username: string;
  at: [chapter: number, share: number];
  hoursAgo: number;
  text: string;
  quote?: string;
  hearts?: string[];
  replies?: { username: string; text: string }[];
};

const NOTES: readonly Said[] = [
  {
    username: "hana",
    at: [1, 0.1],
    hoursAgo: 150,
    quote: "A page, to the mouse, was a flat sort of bread with a pattern on it",
    text: "I read this out loud on the tram. Nobody minded.",
    hearts: ["margit", "frances", "beatriz"],
    replies: [{ username: "leopold", text: "The 8 to Mill Lane? I believe I was behind you." }],
  },
  {
    username: "leopold",
    at: [1, 0.8],
    hoursAgo: 130,
    text: "Case of Madeira noted. We have the very one: https://example.org/madeira",
    replies: [{ username: "frances", text: "Of course you do." }],
  },
  {
    username: "beatriz",
    at: [2, 0.3],
    hoursAgo: 90,
    quote: "You send it, and then you run.",
    text: "Tobias is nineteen and already the only sensible person in the room.",
    hearts: ["hana", "margit"],
  },
  {
    username: "dev",
    at: [2, 0.6],
    hoursAgo: 60,
    text: "Has anyone worked out how many endings they have by now? I make it eight.",
  },
  {
    username: "frances",
    at: [3, 0.4],
    hoursAgo: 48,
    text: "Six days is a very long time to leave a parcel on a table.",
    hearts: ["beatriz"],
  },
  { username: "hana", at: [3, 0.9], hoursAgo: 20, text: "I would have had that string off by Saturday." },
  {
    username: "beatriz",
    at: [4, 0.5],
    hoursAgo: 16,
    text: "The knots! I drew up a table of who ties what.",
    replies: [{ username: "frances", text: "Bring it on Wednesday." }],
  },
  { username: "frances", at: [5, 0.7], hoursAgo: 9, text: "Nobody mentioned it. Of course nobody mentioned it." },
];

const QUESTIONS: readonly Said[] = [
  {
    username: "margit",
    at: [2, 0.9],
    hoursAgo: 40,
    text: "Nine endings, and the book gives none of them away. Which one is yours?",
  },
  {
    username: "margit",
    at: [4, 0.9],
    hoursAgo: 39,
    text: "Who was the first to untie the string, and does it matter?",
  },
  { username: "margit", at: [6, 0.5], hoursAgo: 38, text: "Should the parcel have been opened? Hands up." },
];

/** What members say about the current book, each as far as they've read, and the questions for the evening. */
export async function seedTalk(deps: Deps, now: Date, book: Book, find: Find): Promise<void> {
  const { toc, length } = await loadContents(deps, book);
  const starts = [...toc.flatMap(({ start }) => (start === null ? [] : [start])), length];
  const placeOf = ([chapter, share]: Said["at"]) => {
    const [start = 0, end = length] = starts.slice(chapter - 1);
    return (start + share * (end - start)) / length;
  };
  const early = thisMonthAt(deps, now, subDays(now, 7));
  for (const [username, chapters] of Object.entries(FINISHED))
    saveReached(early, find(username), book.id, { fraction: (starts[chapters] ?? length) / length });
  const write = async (
    { username, at, hoursAgo, text, quote, hearts = [], replies = [] }: Said,
    kind: "note" | "question",
  ) => {
    const then = thisMonthAt(deps, now, subHours(now, hoursAgo));
    const note = { text, fraction: placeOf(at), kind, ...(quote && { quote }) };
    const { id } = requireRow(await addNote(then, find(username), book.id, note));
    for (const lover of hearts) await setHeart(then, find(lover), id, true);
    for (const reply of replies) await addReply(then, find(reply.username), id, { text: reply.text });
  };
  for (const note of NOTES) await write(note, "note");
  for (const question of QUESTIONS) await write(question, "question");
}
