import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ApiClient, callAsAdmin } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

/** Browsers choose its first track, which they can't decode, and end at once. */
const SURROUND_BEFORE_AAC = m4b({ title: "Emma", seconds: 20, codec: "ec-3", second: {} });
const REFUSAL = /its track in ec-3.+keep only the one in AAC/;

const folder = mkdtempSync(join(tmpdir(), "bookclub-tracks-"));
let club: RunningClub;
let admin: ApiClient;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  await club.makeAdmin();
  admin = await callAsAdmin(club);
}, 60_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

type CreatedBook = { id: number; title: string };
type UploadMethod = (book: CreatedBook, file: Buffer) => Promise<[status: number, text: string]>;

const BOOK_FIELDS = { author: "Jane Austen", month: "2026-04" };
const createBook = (title: string): Promise<CreatedBook> =>
  jsonOf(admin.call("POST", "/api/books", { ...BOOK_FIELDS, title }));
const statusServed = async ({ id }: CreatedBook): Promise<number> =>
  (await admin.call("GET", `/api/download/audiobook/${id}`)).status;

const sendForm: UploadMethod = async ({ id }, file) => {
  const response = await fetch(`${club.url}/api/upload/audiobook`, {
    method: "POST",
    body: multipart([
      { name: "bookId", data: String(id) },
      { name: "audiobook", filename: "emma.m4b", data: file },
    ]),
    headers: { cookie: admin.cookie, "content-type": MULTIPART_TYPE },
  });
  return [response.status, await response.text()];
};

const sendInPieces: UploadMethod = async ({ id }, file) => {
  const call = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    fetch(new URL(path, club.url), {
      method,
      headers: { cookie: admin.cookie, "tus-resumable": "1.0.0", ...headers },
      ...(body && { body }),
    });
  const response = await call("/api/uploads", "POST", {
    "upload-length": String(file.length),
    "upload-metadata": tusMetadata({ filename: "emma.m4b", kind: "audiobook", bookId: String(id) }),
  });
  const address = response.headers.get("location") ?? "";
  const half = Math.floor(file.length / 2);
  expect((await call(address, "PATCH", tusBytes(0), Buffer.from(file.subarray(0, half)))).status).toBe(204);
  const lastResponse = await call(address, "PATCH", tusBytes(half), Buffer.from(file.subarray(half)));
  return [lastResponse.status, await lastResponse.text()];
};

const importByCommand: UploadMethod = async ({ title }, file) => {
  const path = join(folder, "emma.m4b");
  await Bun.write(path, file);
  const { author, month } = BOOK_FIELDS;
  const options = { "--title": title, "--author": author, "--month": month, "--audiobook": path };
  const { exitCode, stderr } = await club.run(["book", "import", ...Object.entries(options).flat()]);
  return [exitCode, stderr];
};

test.each([
  ["in a form", sendForm, 422, 201],
  ["in pieces", sendInPieces, 422, 204],
  ["by the command line", importByCommand, 1, 0],
] as const)("refuses an E-AC-3 track before one in AAC, %s", async (testCase, send, refusedStatus, takenStatus) => {
  const book = await createBook(`Emma ${testCase}`);
  expect(await statusServed(book)).toBe(404);
  expect(await send(book, SURROUND_BEFORE_AAC)).toEqual([refusedStatus, expect.stringMatching(REFUSAL)]);
  expect(await statusServed(book)).toBe(404);
  // the same book with its AAC track alone
  expect((await send(book, m4b({ title: "Emma", seconds: 20 })))[0]).toBe(takenStatus);
  expect(await statusServed(book)).toBe(200);
});
