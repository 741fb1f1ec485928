import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BookProgress } from "#contract/book-progress.ts";
import type { Notes } from "#contract/notes.ts";
import { type ApiClient, callAsAdmin, register } from "#tests/support/api-client.ts";
import { type Chapter, CHAPTERS, FULL_CHAPTERS, shareOf } from "#tests/support/editions-club.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { until } from "#tests/support/poll-until.ts";
import { bookOf } from "#tests/support/reading-book.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

const BOOK_FIELDS = { title: "Emma", author: "Jane Austen", month: "2026-03" };
const folder = mkdtempSync(join(tmpdir(), "bookclub-editions-"));
let club: RunningClub;
let admin: ApiClient;
let mia: ApiClient;

beforeAll(async () => {
  club = await startClub();
  await club.makeAdmin();
  admin = await callAsAdmin(club);
  mia = await register(club, "mia");
});
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

type UploadMethod = (bookId: number, bytes: Buffer, title: string) => Promise<void>;

const uploadByForm: UploadMethod = async (bookId, bytes) => {
  const body = multipart([
    { name: "bookId", data: String(bookId) },
    { name: "ebook", filename: "emma.epub", data: bytes },
  ]);
  const headers = { cookie: admin.cookie, "content-type": MULTIPART_TYPE };
  const response = await fetch(`${club.url}/api/upload/ebook`, { method: "POST", headers, body: new Uint8Array(body) });
  expect(response.status).toBe(201);
};
const uploadInPieces: UploadMethod = async (bookId, bytes) => {
  const metadata = tusMetadata({ filename: "emma.epub", kind: "ebook", bookId: String(bookId) });
  const uploadHeaders = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  const headers = { cookie: admin.cookie, ...tusBytes(0), ...uploadHeaders };
  const response = await fetch(`${club.url}/api/uploads`, { method: "POST", headers, body: new Uint8Array(bytes) });
  expect(response.status).toBe(201);
};
const importByCommand: UploadMethod = async (_, bytes, title) => {
  const path = join(folder, "emma.epub");
  writeFileSync(path, bytes);
  const { title: __, author, month } = BOOK_FIELDS;
  const args = ["--title", title, "--author", author, "--month", month, "--ebook", path];
  const { exitCode, stderr } = await club.run(["book", "import", ...args]);
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
};

const epubOf = (chapters: readonly Chapter[]) => bookOf({ chapters });
const getJson = async <Answer>(person: ApiClient, path: string): Promise<Answer> =>
  (await person.call("GET", path)).json();
const placeOf = (id: number) => getJson<BookProgress>(mia, `/api/books/${id}/place`);
const notesOf = async (id: number) =>
  (await getJson<Notes>(mia, `/api/books/${id}/notes`)).notes.map(({ text }) => text);

async function createReadBook(title: string): Promise<number> {
  const response = await admin.call("POST", "/api/books", { ...BOOK_FIELDS, title });
  const { id }: { id: number } = await response.json();
  await uploadByForm(id, epubOf(FULL_CHAPTERS), title);
  for (const word of ["four120", "five101"]) {
    const note = { text: word, fraction: shareOf(FULL_CHAPTERS, word), kind: "question" };
    expect((await admin.call("POST", `/api/books/${id}/notes`, note)).status).toBe(201);
  }
  const { edition } = await placeOf(id);
  // read within an hour, offline
  const start = { bookId: id, fraction: 0, edition, reason: "seek", age: 3600 };
  expect((await mia.call("POST", "/api/reading-progress", start)).status).toBe(200);
  const savedProgress = { bookId: id, fraction: shareOf(FULL_CHAPTERS, "four302"), edition, reason: "tick" };
  expect((await mia.call("POST", "/api/reading-progress", savedProgress)).status).toBe(200);
  return id;
}

test.each([
  ["in a form", uploadByForm],
  ["in pieces", uploadInPieces],
  ["by the command line", importByCommand],
])("a text that is replaced %s keeps a member's page, and opens no talk", async (testCase, send) => {
  const id = await createReadBook(`Emma ${testCase}`);
  const { edition } = await placeOf(id);
  await send(id, epubOf(CHAPTERS), `Emma ${testCase}`);
  const { reading, reached, edition: nextEdition } = await placeOf(id);
  expect(nextEdition).not.toBe(edition);
  expect(reading?.fraction).toBeCloseTo(shareOf(CHAPTERS, "four302"), 4);
  expect(reached).toBe(reading?.fraction ?? -1);
  expect(await notesOf(id)).toEqual(["four120"]);
  const lateSave = { bookId: id, fraction: shareOf(FULL_CHAPTERS, "six100"), edition, age: 60 };
  const response = await mia.call("POST", "/api/reading-progress", lateSave);
  expect((await response.json()).fraction).toBeCloseTo(shareOf(CHAPTERS, "six100"), 4);
  expect((await placeOf(id)).reached).toBe(reached);
  await send(id, epubOf(FULL_CHAPTERS), `Emma ${testCase}`);
  expect((await placeOf(id)).edition).toBe(edition);
  expect((await placeOf(id)).reading?.fraction).toBeCloseTo(shareOf(FULL_CHAPTERS, "six100"), 4);
  expect(await notesOf(id)).toEqual(["four120"]);
});

test("has one edition or the other after a kill, with positions", async () => {
  const id = await createReadBook("Emma, killed");
  const { edition: before } = await placeOf(id);
  for (const delayMs of [0, 20, 60, 150, 300, 500, null]) {
    const upload = uploadByForm(id, epubOf(CHAPTERS), "").catch(() => undefined);
    await (delayMs === null ? upload : Bun.sleep(delayMs));
    await club.kill();
    await upload;
    await club.restart();
    const { edition, reading } = await until(() => placeOf(id));
    const chapters = edition === before ? FULL_CHAPTERS : CHAPTERS;
    expect(reading?.fraction).toBeCloseTo(shareOf(chapters, "four302"), 4);
    expect(await notesOf(id)).toEqual(["four120"]);
    if (edition !== before) return;
  }
  expect.unreachable("The text was never replaced");
});
