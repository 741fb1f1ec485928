import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { cookiesOf } from "#tests/support/api-client.ts";
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

const at = (...path: string[]) => join(folder, ...path);
type Extra = { cookie?: string; headers?: Record<string, string> };
const call = (method: string, path: string, body?: object, { cookie = ada, headers = {} }: Extra = {}) =>
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
  expect((await club.run(["backup", at("club.tar")])).exitCode).toBe(0);
  cpSync(at("club.tar"), at("club.tar.enc"));
  const restore = (file: string, key: object, ...flags: string[]) =>
    runCommand(["restore", file, ...flags], { environment: { STORAGE_DIR: at(crypto.randomUUID()), ...key } });
  const key = { BACKUP_KEY: "a long secret" };
  for (const [name, environment] of [
    ["club.tar", key],
    ["club.tar.enc", key],
    ["club.tar.enc", {}],
  ] as const) {
    const { exitCode, stderr } = await restore(at(name), environment);
    expect([name, exitCode]).toEqual([name, 1]);
    expect(stderr).toContain("isn't encrypted, so anybody could have made it");
  }
  expect((await restore(at("club.tar"), key, "--unencrypted")).exitCode).toBe(0);
});

test("opens no note through confirmed positions of members", async () => {
  const path = (rest: string) => `/api/books/${bookId}/${rest}`;
  const read = async (rest: string, cookie: string) => (await call("GET", path(rest), undefined, { cookie })).json();
  const [mia, otto, zoe] = await Promise.all(
    ["reader", "first", "second"].map((name) => register(name, "a first password")),
  );
  if (!mia || !otto || !zoe) throw new Error("Not everybody could register");
  const confirm = (cookie: string) => call("POST", path("anchors"), { seconds: 2500, fraction: 0.6 }, { cookie });
  const play = (currentTime: number, age: number, fields: object) =>
    call("POST", "/api/audiobook-progress", { bookId, currentTime, age, ...fields }, { cookie: mia });
  await play(2400, 200, { client: "phone", sequence: 1, reason: "seek" });
  await play(2500, 100, { client: "phone", sequence: 2, reason: "tick" });
  const reached = (await read("notes", mia)).reached as number;
  expect(reached).toBeCloseTo(0.5, 2);
  const words = { text: "The butler did it", fraction: reached + 0.05 };
  // a member can write notes up to their own position
  expect((await call("PUT", path("reached"), { fraction: 1 }, { cookie: otto })).status).toBe(200);
  expect((await call("POST", path("notes"), words, { cookie: otto })).status).toBe(201);
  const before = await read("notes", mia);
  expect(before).toMatchObject({ open: false, notes: [], ahead: [{ count: 1 }] });
  for (const cookie of [otto, zoe]) expect((await confirm(cookie)).status).toBe(201);
  // they did change her audiobook's timeline
  expect((await read("timeline", mia)).agreed).toBe(1);
  expect(await read("notes", mia)).toEqual(before);
  expect((await read("place", mia)).reached).toBe(reached);
  // her own anchor counts for herself
  expect((await confirm(mia)).status).toBe(201);
  expect((await read("notes", mia)).notes).toHaveLength(1);
});

test("doesn't restore a folder with a symbolic link", async () => {
  mkdirSync(at("night"));
  expect(Bun.spawnSync(["tar", "-xf", at("club.tar"), "-C", at("night")]).exitCode).toBe(0);
  rmSync(at("night", "books"), { recursive: true });
  symlinkSync(join(club.storageDir, "books"), at("night", "books"));
  const { exitCode, stderr } = await runCommand(["restore", at("night")], { environment: { STORAGE_DIR: at("new") } });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("isn't a plain file in plain folders")]);
});

test("keeps strangers from locking a member out or in", async () => {
  const mia = await register("mia", "a first password");
  const body = { currentPassword: "a first password", newPassword: "a second password" };
  expect((await call("POST", "/api/profile/password", body, { cookie: mia })).status).toBe(200);
  for (let tries = 0; tries < 14; tries += 1) await signIn("mia", "wrong");
  expect((await signIn("mia", body.newPassword)).status).toBe(429);
  const back = await signIn("mia", body.newPassword, mia);
  expect(back.status).toBe(200);
  const deletion = await call(
    "DELETE",
    "/api/profile",
    { password: body.newPassword, notes: "remove" },
    {
      cookie: cookiesOf(back),
    },
  );
  expect(deletion.status).toBe(204);
});

test("other sites and a chapter's pictures can't use up look-ups", async () => {
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
  const book = { title, author: "+A", month: new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 7) };
  expect((await call("POST", "/api/books", book)).status).toBe(201);
  const lines = (await (await call("GET", "/api/shelf/export.csv")).text()).trim().split("\n").slice(1);
  expect(lines.some((line) => line.includes(`"'${title}"`) && line.includes('"\'+A"'))).toBe(true);
  for (const line of lines) expect(line).toMatch(/^"[^\n]*"\r?$/);
});
