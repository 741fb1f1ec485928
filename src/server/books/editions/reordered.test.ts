import { expect, test } from "bun:test";

import * as fc from "fast-check";

import type { Bookmark } from "#contract/bookmarks.ts";
import type { Note } from "#contract/notes.ts";
import { isNight } from "#tests/support/at-night.ts";
import { perTest } from "#tests/support/each-club.ts";
import { type Chapter, CHAPTERS, createEditionsClub, shareOf } from "#tests/support/editions-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { audioChapters } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());
/** Chapters four and seven change places. */
const SWAPPED_CHAPTERS = [0, 1, 2, 6, 4, 5, 3, 7, 8, 9].flatMap((at) => CHAPTERS[at] ?? []);

test("withholds notes of a chapter that now comes later", async () => {
  await club.give(CHAPTERS);
  const nora = club.member("nora");
  for (const word of ["three100", "four100", "seven100", "nine100"]) await club.noteAt(CHAPTERS, word);
  await club.readTo(CHAPTERS, "three300");
  await club.readTo(CHAPTERS, "five300", nora);
  await club.give(SWAPPED_CHAPTERS);
  expect(await club.texts()).toEqual(["On three100"]);
  expect(await club.texts(nora)).toEqual(["On three100", "On four100"]);
  club.pass(3600);
  await club.readTo(SWAPPED_CHAPTERS, "five300");
  expect(await club.texts()).not.toContain("On four100");
  await club.readTo(SWAPPED_CHAPTERS, "four300");
  expect(await club.texts()).toContain("On four100");
  await club.give(CHAPTERS);
  const { notes } = await club.talk(club.chief);
  expect(notes.map(({ text, chapter: line }) => [text, line?.title])).toEqual([
    ["On three100", "Chapter Three"],
    ["On four100", "Chapter Four"],
    ["On seven100", "Chapter Seven"],
    ["On nine100", "Chapter Nine"],
  ]);
});

test("keeps bookmarks and offline notes in their chapter", async () => {
  await club.give(CHAPTERS);
  await club.readTo(CHAPTERS, "nine100");
  const { edition } = await club.contents();
  const addBookmark = (word: string) =>
    club.mia.call("POST", "/api/bookmarks", {
      bookId: club.bookId,
      fraction: shareOf(CHAPTERS, word),
      quote: word,
      edition,
    });
  await addBookmark("four100");
  await club.give(SWAPPED_CHAPTERS);
  await addBookmark("seven100");
  const bookmarks: Bookmark[] = await jsonOf(club.mia.call("GET", `/api/bookmarks?bookId=${club.bookId}`));
  expect(bookmarks.map(({ quote }) => quote)).toEqual(["seven100", "four100"]);
  for (const { quote, fraction } of bookmarks) expect(fraction).toBeCloseTo(shareOf(SWAPPED_CHAPTERS, quote), 3);
  const sentNote = await club.mia.call("POST", club.path("notes"), {
    text: "Offline",
    fraction: shareOf(CHAPTERS, "four100"),
    edition,
  });
  expect((await sentNote.json()).chapter.title).toBe("Chapter Four");
});

test("lets members answer notes that they could see before", async () => {
  await club.give(CHAPTERS);
  await club.noteAt(CHAPTERS, "four100");
  const otherMember = club.member("other");
  await club.readTo(CHAPTERS, "five300");
  const [note] = (await club.talk()).notes;
  if (!note) throw new Error("The note isn't visible");
  const replyResponse = await club.chief.call("POST", `/api/notes/${note.id}/replies`, { text: "Why?" });
  expect(replyResponse.status).toBe(201);
  await club.give(SWAPPED_CHAPTERS);
  const heartResponse = await club.mia.call("PUT", `/api/notes/${note.id}/heart`);
  expect(((await heartResponse.json()) as Note).replies.map(({ text }) => text)).toEqual(["Why?"]);
  const reply = await club.mia.call("POST", `/api/notes/${note.id}/replies`, { text: "Because." });
  expect(reply.status).toBe(201);
  const { notes, ahead } = await club.talk();
  expect(notes[0]?.replies.map(({ text }) => text)).toEqual(["Why?", "Because."]);
  expect(ahead).toEqual([]);
  expect(await club.get("notes/count")).toMatchObject({ count: 2 });
  expect((await otherMember.call("PUT", `/api/notes/${note.id}/heart`)).status).toBe(404);
  const talk = await club.talk(otherMember);
  expect([talk.notes, talk.ahead.length]).toEqual([[], 1]);
});

test("moves bookmarks and notes with the recording's chapters", async () => {
  const seconds = CHAPTERS.map((_, at) => 600 + at);
  const titles = CHAPTERS.map(({ title }) => title);
  const order = [0, 1, 2, 6, 4, 5, 3, 7, 8, 9];
  const startOf = (list: readonly number[], at: number) => list.slice(0, at).reduce((sum, one) => sum + one, 0);
  const total = startOf(seconds, 10);
  await club.giveSound(
    audioChapters(seconds, (at) => titles[at] ?? ""),
    total,
  );
  const nora = club.member("nora");
  const at = startOf(seconds, 3) + 100;
  const noteResponse = await club.chief.call("POST", club.path("notes"), {
    text: "Four",
    fraction: at / total,
    kind: "question",
  });
  expect(noteResponse.status).toBe(201);
  await club.chief.call("POST", "/api/bookmarks", { bookId: club.bookId, currentTime: at });
  await club.listenUpTo(startOf(seconds, 2) + 200);
  await club.listenUpTo(startOf(seconds, 4) + 200, nora);
  expect([await club.texts(), await club.texts(nora)]).toEqual([[], ["Four"]]);
  const swappedSeconds = order.map((one) => seconds[one] ?? 0);
  await club.giveSound(
    audioChapters(swappedSeconds, (one) => titles[order[one] ?? 0] ?? ""),
    total + 1,
  );
  expect([await club.texts(), await club.texts(nora)]).toEqual([[], ["Four"]]);
  const [bookmark]: Bookmark[] = await jsonOf(club.chief.call("GET", `/api/bookmarks?bookId=${club.bookId}`));
  expect(bookmark?.currentTime).toBe(startOf(swappedSeconds, 6) + 100);
  club.pass(3600);
  await club.listenUpTo(startOf(swappedSeconds, 5) + 200);
  expect(await club.texts()).toEqual([]);
  await club.listenUpTo(startOf(swappedSeconds, 6) + 300);
  expect(await club.texts()).toEqual(["Four"]);
});

type Part = { title: string; words: readonly string[] };
type Change = (parts: Part[], at: number) => Part[];

const wordsOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);
const CHANGES: readonly Change[] = [
  (parts, at) => {
    const otherParts = parts.toSpliced(at % parts.length, 1);
    return otherParts.toSpliced(
      (at * 7) % (otherParts.length + 1),
      0,
      ...parts.slice(at % parts.length, (at % parts.length) + 1),
    );
  },
  (parts) => parts.toReversed(),
  (parts, at) => (parts.length < 2 ? parts : parts.toSpliced(at % parts.length, 1)),
  (parts, at) =>
    parts.with(at % parts.length, splitAt(parts, at)[0]).toSpliced((at % parts.length) + 1, 0, splitAt(parts, at)[1]),
  (parts, at) => parts.map((part, index) => ({ ...part, title: `Renamed ${index + at}` })),
  (parts, at) => [{ title: "Foreword", words: wordsOf("fore", 20 + at * 5) }, ...parts],
  (parts, at) => parts.toSpliced(at % parts.length, 0, { title: "Between", words: wordsOf("bet", 30 + at * 5) }),
];

function splitAt(parts: readonly Part[], at: number): [Part, Part] {
  const { title, words } = parts[at % parts.length] ?? { title: "", words: [] };
  const middleIndex = words.length >> 1;
  return [
    { title, words: words.slice(0, middleIndex) },
    { title: `${title} b`, words: words.slice(middleIndex) },
  ];
}

function toChapters(parts: readonly Part[]): Chapter[] {
  return parts.map(({ title, words }) => ({ title, body: `<h1>${title}</h1>\n<p>${words.join(" ")}</p>` }));
}

/** Each word with the share at which it begins. */
function listWords(parts: readonly Part[]): { word: string; share: number }[] {
  let length = 0;
  const starts = parts.flatMap(({ title, words }) => {
    length += title.length + 1;
    const list = words.map((word) => {
      length += word.length + 1;
      return { word, start: length - word.length - 1 };
    });
    length -= 1;
    return list;
  });
  return starts.map(({ word, start }) => ({ word, share: start / length }));
}

const fractions = fc.integer({ min: 2, max: 999 }).map((thousandths) => thousandths / 1000);
const histories = fc.record({
  lengths: fc.array(fc.integer({ min: 24, max: 300 }), { minLength: 2, maxLength: 8 }),
  changes: fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(20)), { minLength: 1, maxLength: 3 }),
  readers: fc.array(fc.tuple(fractions, fractions), { minLength: 1, maxLength: 3 }),
  notes: fc.array(fractions, { minLength: 3, maxLength: 8 }),
});
const pickAt = <Item>(list: readonly Item[], share: number) => list.slice(Math.floor(share * list.length))[0] as Item;

test("reveals no note too early in random editions, and hides none", async () => {
  const property = fc.asyncProperty(histories, async ({ lengths, changes, readers, notes }) => {
    const randomClub = await createEditionsClub();
    const oldParts = lengths.map((length, at): Part => {
      const letter = String.fromCodePoint(97 + at);
      return { title: `Chapter ${letter}`, words: wordsOf(letter, length) };
    });
    const newParts = changes.reduce((parts, [index, at]) => CHANGES[index]?.(parts, at) ?? parts, oldParts);
    const [words, newWords] = [listWords(oldParts), listWords(newParts)];
    await randomClub.give(toChapters(oldParts));
    for (const { word: text, share } of new Set(notes.map((at) => pickAt(words, at))))
      await randomClub.chief.call("POST", randomClub.path("notes"), { text, fraction: share, kind: "question" });
    const members = [];
    for (const [at, nextShare] of readers) {
      const member = randomClub.member(`reader${members.length}`);
      const lastReadIndex = words.indexOf(pickAt(words, at));
      await randomClub.readUpTo(words[lastReadIndex]?.share ?? 0, member);
      members.push({ member, read: lastReadIndex, next: nextShare, open: await randomClub.texts(member) });
    }
    await randomClub.give(toChapters(newParts));
    for (const { member, read, next, open } of members) {
      expect(new Set(await randomClub.texts(member))).toEqual(new Set(open));
      const position = (await randomClub.progress(member)).reading?.fraction ?? 0;
      const target = pickAt(newWords, next);
      if (target.share <= position) continue;
      randomClub.pass(3600);
      await randomClub.read(target.share, { reason: "tick" }, member);
      const wordsRead = [words.slice(0, read + 1), newWords.slice(0, newWords.indexOf(target) + 1)].flat();
      const seenWords = new Set(wordsRead.map(({ word }) => word));
      const wordsInText = new Set(newWords.map(({ word }) => word));
      expect((await randomClub.texts(member)).filter((word) => wordsInText.has(word) && !seenWords.has(word))).toEqual(
        [],
      );
    }
    await randomClub.close();
  });
  await fc.assert(property, { numRuns: isNight ? 1000 : 60, seed: 20_261_129, endOnFailure: true });
});
