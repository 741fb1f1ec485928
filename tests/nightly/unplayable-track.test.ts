import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

/** Browsers choose its first track, which they can't decode, and end at once. */
const SURROUND_BEFORE_AAC = m4b({ title: "Emma", seconds: 20, codec: "ec-3", second: {} });
const REFUSAL = /its track in ec-3.+keep only the one in AAC/;

const folder = mkdtempSync(join(tmpdir(), "bookclub-tracks-"));
let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  admin = await signedIn(club);
}, 60_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bookId = () => String(admin.bookId);
const fetchServed = () =>
  fetch(`${club.url}/api/download/audiobook/${bookId()}`, { headers: { cookie: admin.cookie } });

async function sendForm(file: Buffer): Promise<[status: number, text: string]> {
  const response = await fetch(`${club.url}/api/upload/audiobook`, {
    method: "POST",
    body: multipart([
      { name: "bookId", data: bookId() },
      { name: "audiobook", filename: "emma.m4b", data: file },
    ]),
    headers: { cookie: admin.cookie, "content-type": MULTIPART_TYPE },
  });
  return [response.status, await response.text()];
}

async function sendInPieces(file: Buffer): Promise<[status: number, text: string]> {
  const call = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    fetch(new URL(path, club.url), {
      method,
      headers: { cookie: admin.cookie, "tus-resumable": "1.0.0", ...headers },
      ...(body && { body }),
    });
  const response = await call("/api/uploads", "POST", {
    "upload-length": String(file.length),
    "upload-metadata": tusMetadata({ filename: "emma.m4b", kind: "audiobook", bookId: bookId() }),
  });
  const address = response.headers.get("location") ?? "";
  const half = Math.floor(file.length / 2);
  expect((await call(address, "PATCH", tusBytes(0), Buffer.from(file.subarray(0, half)))).status).toBe(204);
  const lastResponse = await call(address, "PATCH", tusBytes(half), Buffer.from(file.subarray(half)));
  return [lastResponse.status, await lastResponse.text()];
}

async function importByCommand(file: Buffer): Promise<[status: number, text: string]> {
  const path = join(folder, "emma.m4b");
  await Bun.write(path, file);
  const book = { "--title": "Emma", "--author": "Jane Austen", "--month": "2026-04", "--audiobook": path };
  const { exitCode, stderr } = await club.run(["book", "import", ...Object.entries(book).flat()]);
  return [exitCode, stderr];
}

test.each([
  ["in a form", sendForm, 422],
  ["in pieces", sendInPieces, 422],
  ["by the command line", importByCommand, 1],
] as const)("refuses an E-AC-3 track before one in AAC, %s", async (_, send, refusedStatus) => {
  expect((await fetchServed()).status).toBe(404);
  expect(await send(SURROUND_BEFORE_AAC)).toEqual([refusedStatus, expect.stringMatching(REFUSAL)]);
  expect((await fetchServed()).status).toBe(404);
});

test("takes the same book with its AAC track alone", async () => {
  expect((await sendForm(m4b({ title: "Emma", seconds: 20 })))[0]).toBe(201);
  expect((await fetchServed()).status).toBe(200);
});
