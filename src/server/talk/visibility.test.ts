import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Note } from "#contract/notes.ts";
import { createApp } from "#server/app.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { everyByte, leakWord as word, wordsIn } from "#tests/support/leaks.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";

const CHAPTERS = 40;
const fractionInChapter = (chapter: number) => (chapter - 0.5) / CHAPTERS;
/** A unique word for each text field. */
const FIELDS = ["text", "edited", "quote", "reply", "rereply", "question"] as const;

let club: ReadingClub;
let otto: Person;
let addresses: string[];
const wordsByChapter = Array.from({ length: CHAPTERS - 4 }, (_, at) =>
  FIELDS.map((field) => word(field, at + 5)),
).flat();
/** A word that an edit replaced, so no response contains it. */
const isReplaced = (text: string) => /^zq(?:text|reply)\d/.test(text);
const ids = Array.from({ length: 2 * CHAPTERS }, (_, at) => at + 1);

beforeAll(async () => {
  club = await createReadingClub();
  otto = club.member("otto");
  await club.giveText({ chapters: plainChapters(Array.from({ length: CHAPTERS }, () => 30)) });
  await club.mia.call("PUT", club.path("reached"), { fraction: fractionInChapter(3) });
  await otto.call("PUT", club.path("reached"), { fraction: 1 });
  for (let chapter = 5; chapter <= CHAPTERS; chapter += 1) await fillChapter(chapter);
  const { routes } = createApp(club.deps);
  const paths = routes.filter(({ method }) => method === "GET" || method === "HEAD").map(({ path }) => path);
  addresses = [...new Set(["/", "/talk", "/metrics", ...(await Promise.all(paths.map(resolvePaths))).flat()])];
}, 300_000);
afterAll(() => club.close());

async function fillChapter(chapter: number): Promise<void> {
  const fraction = fractionInChapter(chapter);
  const note: Note = await jsonOf(
    otto.call("POST", club.path("notes"), {
      text: word("text", chapter),
      quote: word("quote", chapter),
      fraction,
    }),
  );
  const reply = await jsonOf(otto.call("POST", `/api/notes/${note.id}/replies`, { text: word("reply", chapter) }));
  await jsonOf(otto.call("PATCH", `/api/notes/${note.id}`, { text: word("edited", chapter) }));
  await jsonOf(otto.call("PATCH", `/api/replies/${reply.id}`, { text: word("rereply", chapter) }));
  await jsonOf(otto.call("PUT", `/api/notes/${note.id}/heart`));
  const question = { text: word("question", chapter), fraction, kind: "question" };
  await jsonOf(club.chief.call("POST", club.path("notes"), question));
  club.pass(61);
}

/** A route's URLs with each id of a note or the book, and with this member's own secrets. */
async function resolvePaths(path: string): Promise<string[]> {
  const { bookId } = club;
  const token = await secretOf(path);
  const filledPath = path
    .replace(":token", token)
    .replace(":kind", "podcast")
    .replace(":file", `${bookId}.epub`)
    .replace(":isbn?", "9780141439587")
    .replace(":name", `${"0".repeat(64)}.webp`)
    .replace(":month", "2026-03")
    .replace("*", "OEBPS/text/c1.xhtml");
  const paths = filledPath.includes(":id") ? ids.map((id) => filledPath.replace(":id", String(id))) : [filledPath];
  return paths.flatMap((address) => [address, `${address}?bookId=${bookId}`, `${address}?chapter=20`]);
}

async function secretOf(path: string): Promise<string> {
  if (!path.includes(":token")) return "";
  const [kind, call] = path.includes("opds")
    ? ["opds", "feeds/opds"]
    : path.startsWith("/feeds")
      ? ["podcast", "feeds/podcast"]
      : ["calendar", "calendar"];
  const { url } = await jsonOf(club.mia.call("POST", `/api/profile/${call}`));
  return new URL(url, "http://localhost").pathname.split("/")[2]?.replace(".ics", "") ?? kind;
}

async function listWordsSeenBy(who: Person): Promise<Set<string>> {
  const foundWords = new Set<string>();
  for (const address of addresses) {
    for (const seenWord of wordsIn(await everyByte(await who.call("GET", address)))) foundWords.add(seenWord);
  }
  return foundWords;
}

test("sends a member at chapter 3 no text from further on", async () => {
  expect([...(await listWordsSeenBy(club.mia))]).toEqual([]);
  // the admin hasn't read anything, so sees no one else's texts, only their own questions
  const foundWords = await listWordsSeenBy(club.chief);
  expect([...foundWords].filter((text) => !text.startsWith("zqquestion"))).toEqual([]);
}, 300_000);

test("fills in every parameter of a route", () => {
  // a parameter without a value
  expect(addresses.filter((address) => /[:*]/.test(address))).toEqual([]);
});

test("finds each text if the member has read that far", async () => {
  const foundWords = await listWordsSeenBy(otto);
  expect(wordsByChapter.filter((text) => !foundWords.has(text) && !isReplaced(text))).toEqual([]);
}, 300_000);

test("reveals none in errors or automatic messages", async () => {
  const calls = ids.flatMap((id) => [
    ["PATCH", `/api/notes/${id}`, { text: "x" }] as const,
    ["DELETE", `/api/notes/${id}`, undefined] as const,
    ["PUT", `/api/notes/${id}/heart`, undefined] as const,
    ["DELETE", `/api/notes/${id}/heart`, undefined] as const,
    ["POST", `/api/notes/${id}/replies`, { text: "x" }] as const,
    ["PATCH", `/api/replies/${id}`, { text: "x" }] as const,
    ["DELETE", `/api/replies/${id}`, undefined] as const,
  ]);
  for (const [method, path, body] of calls) {
    expect(wordsIn(await everyByte(await club.mia.call(method, path, body)))).toEqual([]);
  }
  const outboxRows = club.db.query("SELECT * FROM outbox").all();
  expect(wordsIn(JSON.stringify([outboxRows, club.logged]))).toEqual([]);
}, 300_000);

test("changes no response, size or header by hidden text", async () => {
  // responses of ISBN services vary
  const ownUrls = addresses.filter((address) => !address.startsWith("/api/books/isbn/"));
  const fetchAll = async () => {
    const textsByAddress = new Map<string, string>();
    for (const address of ownUrls) {
      const response = await club.mia.call("GET", address);
      response.headers.delete("x-request-id");
      const text = await everyByte(response);
      // a ZIP contains its time
      textsByAddress.set(address, address.startsWith("/api/profile/export") ? String(text.length) : text);
    }
    return textsByAddress;
  };
  const textsBefore = await fetchAll();
  for (const id of ids) {
    await otto.call("PATCH", `/api/notes/${id}`, { text: "long ".repeat(500) });
    await otto.call("PATCH", `/api/replies/${id}`, { text: "long ".repeat(300) });
    await club.chief.call("PATCH", `/api/notes/${id}`, { text: "long ".repeat(500) });
  }
  const textsAfter = await fetchAll();
  expect(ownUrls.filter((address) => textsBefore.get(address) !== textsAfter.get(address))).toEqual([]);
}, 300_000);
