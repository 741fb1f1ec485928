import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { addCalendarMonths } from "#contract/zoned-time.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, runCommand, type RunningClub, startClub } from "#tests/support/executable.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

let club: RunningClub;
let folder: string;
let bookId: number;
let ada: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-attacked-"));
  club = await startClub();
  await club.makeAdmin();
  const ebook = bookOf({ chapters: plainChapters([2000, 4000, 3000, 1000]) });
  bookId = await importBook(club, { ebook, audio: { seconds: 5000 } });
  ada = cookiesOf(await signIn("ada", ADMIN_PASSWORD));
}, 300_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pathOf = (...path: string[]) => join(folder, ...path);
type CallOptions = { cookie?: string; headers?: Record<string, string> };
const call = (method: string, path: string, body?: object, { cookie = ada, headers = {} }: CallOptions = {}) =>
  fetch(`${club.url}${path}`, {
    method,
    headers: { cookie, ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const signIn = (username: string, password: string, cookie = "") =>
  call("POST", "/api/auth/login", { username, password }, { cookie });

async function register(username: string, password: string): Promise<string> {
  const account = { username, password, email: `${username}@example.org`, invitationCode: await club.invite(1) };
  return cookiesOf(await call("POST", "/api/auth/register", account, { cookie: "" }));
}

test("doesn't restore a plain backup unless --unencrypted is set", async () => {
  expect((await club.run(["backup", pathOf("club.tar")])).exitCode).toBe(0);
  cpSync(pathOf("club.tar"), pathOf("club.tar.enc"));
  const restore = (file: string, key: object, ...options: string[]) =>
    runCommand(["restore", file, ...options], { environment: { STORAGE_DIR: pathOf(crypto.randomUUID()), ...key } });
  const key = { BACKUP_KEY: "a long secret" };
  for (const [name, environment] of [
    ["club.tar", key],
    ["club.tar.enc", key],
    ["club.tar.enc", {}],
  ] as const) {
    const { exitCode, stderr } = await restore(pathOf(name), environment);
    expect([name, exitCode]).toEqual([name, 1]);
    expect(stderr).toContain("isn't encrypted, so anybody could have made it");
  }
  expect((await restore(pathOf("club.tar"), key, "--unencrypted")).exitCode).toBe(0);
});

test("opens no note through confirmed positions of members", async () => {
  const path = (subpath: string) => `/api/books/${bookId}/${subpath}`;
  const getJson = async (subpath: string, cookie: string) =>
    (await call("GET", path(subpath), undefined, { cookie })).json();
  const [mia, otto, zoe] = await Promise.all(
    ["reader", "first", "second"].map((name) => register(name, "a first password")),
  );
  if (!mia || !otto || !zoe) throw new Error("Not everybody could register");
  const confirm = (cookie: string) => call("POST", path("anchors"), { seconds: 2500, fraction: 0.6 }, { cookie });
  const play = (currentTime: number, age: number, fields: object) =>
    call("POST", "/api/audiobook-progress", { bookId, currentTime, age, ...fields }, { cookie: mia });
  await play(2400, 200, { client: "phone", sequence: 1, reason: "seek" });
  await play(2500, 100, { client: "phone", sequence: 2, reason: "tick" });
  const reachedFraction = (await getJson("notes", mia)).reached as number;
  expect(reachedFraction).toBeCloseTo(0.5, 2);
  const noteBody = { text: "The butler did it", fraction: reachedFraction + 0.05 };
  // a member can write notes up to their own position
  expect((await call("PUT", path("reached"), { fraction: 1 }, { cookie: otto })).status).toBe(200);
  expect((await call("POST", path("notes"), noteBody, { cookie: otto })).status).toBe(201);
  const notesBefore = await getJson("notes", mia);
  expect(notesBefore).toMatchObject({ open: false, notes: [], ahead: [{ count: 1 }] });
  for (const cookie of [otto, zoe]) expect((await confirm(cookie)).status).toBe(201);
  expect(await getJson("notes", mia)).toEqual(notesBefore);
  expect((await getJson("place", mia)).reached).toBe(reachedFraction);
  // her own anchor counts for herself
  expect((await confirm(mia)).status).toBe(201);
  expect((await getJson("notes", mia)).notes).toHaveLength(1);
});

test("doesn't restore a folder with a symbolic link", async () => {
  mkdirSync(pathOf("night"));
  expect(Bun.spawnSync(["tar", "-xf", pathOf("club.tar"), "-C", pathOf("night")]).exitCode).toBe(0);
  rmSync(pathOf("night", "books"), { recursive: true });
  symlinkSync(join(club.storageDir, "books"), pathOf("night", "books"));
  const { exitCode, stderr } = await runCommand(["restore", pathOf("night")], {
    environment: { STORAGE_DIR: pathOf("new") },
  });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("isn't a plain file in plain folders")]);
});

test("keeps strangers from locking a member out or in", async () => {
  const mia = await register("mia", "a first password");
  const body = { currentPassword: "a first password", newPassword: "a second password" };
  expect((await call("POST", "/api/profile/password", body, { cookie: mia })).status).toBe(200);
  for (let tries = 0; tries < 14; tries += 1) await signIn("mia", "wrong");
  expect((await signIn("mia", body.newPassword)).status).toBe(429);
  const signInResponse = await signIn("mia", body.newPassword, mia);
  expect(signInResponse.status).toBe(200);
  const deletionResponse = await call(
    "DELETE",
    "/api/profile",
    { password: body.newPassword, notes: "remove" },
    {
      cookie: cookiesOf(signInResponse),
    },
  );
  expect(deletionResponse.status).toBe(204);
});

test("other sites and a chapter's images can't use up lookups", async () => {
  const path = "/api/books/isbn/9780141439587";
  for (const headers of [
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "style", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" },
  ])
    expect([headers, (await call("GET", path, undefined, { headers })).status]).toEqual([headers, 403]);
});

test("doesn't attach half an upload, even if it's a valid ZIP", async () => {
  const bytes = epub({ title: "Persuasion" });
  const metadata = tusMetadata({ filename: "half.epub", kind: "ebook", bookId: "new" });
  const headers = { ...tusBytes(0), "upload-length": String(bytes.length + 100), "upload-metadata": metadata };
  const response = await fetch(`${club.url}/api/uploads`, {
    method: "POST",
    headers: { cookie: ada, ...headers },
    body: new Uint8Array(bytes),
  });
  const path = response.headers.get("location") ?? "";
  const attach = () => call("POST", `${new URL(path, club.url).pathname}/book`, { bookId });
  expect((await Promise.all([attach(), attach()])).map(({ status }) => status)).toEqual([409, 409]);
});

test("a meeting in the year 9999 is refused, not an error", async () => {
  for (const date of ["9999-12-31", "2201-01-01"]) {
    const { status } = await call("POST", "/api/meetings", { date, time: "19:00", location: "The cellar" });
    expect([date, status]).toEqual([date, 422]);
  }
});

test("keeps members' pages private, and quotes every list's cell", async () => {
  const page = await fetch(`${club.url}/`, { headers: { cookie: ada, accept: "text/html" } });
  expect(page.headers.get("cache-control")).toContain("private");
  const title = "＝HYPERLINK; a list";
  const book = { title, author: "+A", month: addCalendarMonths(clubMonth(), -3) };
  expect((await call("POST", "/api/books", book)).status).toBe(201);
  const lines = (await (await call("GET", "/api/shelf/export.csv")).text()).trim().split("\n").slice(1);
  expect(lines.some((line) => line.includes(`"'${title}"`) && line.includes('"\'+A"'))).toBe(true);
  for (const line of lines) expect(line).toMatch(/^"[^\n]*"\r?$/);
});
