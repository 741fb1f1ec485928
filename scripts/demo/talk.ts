import { subDays, subHours } from "date-fns";

import type { Book } from "#contract/books.ts";
import { requireRow } from "#db/errors.ts";
import type { Actor } from "#server/access/caller.ts";
import { loadContents } from "#server/books/text/contents.ts";
import type { Deps } from "#server/deps.ts";
import { saveReportedFraction } from "#server/progress/furthest.ts";
import { createNote, setHeart } from "#server/talk/notes.ts";
import { createReply } from "#server/talk/replies.ts";

import talk from "../../demo/talk.json" with { type: "json" };
import { depsThisMonthAt } from "./club-at.ts";

type FindActor = (username: string) => Actor;

const FINISHED_CHAPTERS = { margit: 6, leopold: 6, frances: 5, beatriz: 4, hana: 3, dev: 2 };

type DemoNote = {
  username: string;
  at: { chapter: number; share: number };
  hoursAgo: number;
  text: string;
  quote?: string;
  hearts?: string[];
  replies?: { username: string; text: string }[];
};

export async function seedTalk(deps: Deps, now: Date, book: Book, find: FindActor): Promise<void> {
  const { toc, length } = await loadContents(deps, book);
  const starts = [...toc.flatMap(({ start }) => (start === null ? [] : [start])), length];
  const fractionAt = ({ chapter, share }: DemoNote["at"]) => {
    const [start = 0, end = length] = starts.slice(chapter - 1);
    return (start + share * (end - start)) / length;
  };
  const lastWeekDeps = depsThisMonthAt(deps, now, subDays(now, 7));
  for (const [username, chapters] of Object.entries(FINISHED_CHAPTERS))
    saveReportedFraction(lastWeekDeps, find(username), book.id, { fraction: (starts[chapters] ?? length) / length });
  const writeNote = async (
    { username, at, hoursAgo, text, quote, hearts = [], replies = [] }: DemoNote,
    kind: "note" | "question",
  ) => {
    const pastDeps = depsThisMonthAt(deps, now, subHours(now, hoursAgo));
    const note = { text, fraction: fractionAt(at), kind, ...(quote && { quote }) };
    const { id } = requireRow(await createNote(pastDeps, find(username), book.id, note));
    for (const member of hearts) await setHeart(pastDeps, find(member), id, true);
    for (const reply of replies) await createReply(pastDeps, find(reply.username), id, { text: reply.text });
  };
  for (const note of talk.notes) await writeNote(note, "note");
  for (const question of talk.questions) await writeNote(question, "question");
}
