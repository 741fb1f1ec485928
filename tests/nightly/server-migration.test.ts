import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { type ApiClient, apiClient } from "#tests/support/api-client.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { jsonOf } from "#tests/support/json.ts";
import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { createMachine, everyHash, type Machine } from "#tests/support/machine.ts";
import { png } from "#tests/support/pictures.ts";
import { until } from "#tests/support/poll-until.ts";
import { everyRow } from "#tests/support/stored-rows.ts";

const MB = 1024 * 1024;
const PASSWORD = "Claret & clues 1890";

let old: Machine;
let fresh: Machine;
beforeAll(async () => {
  old = await createMachine(65_534);
  fresh = await createMachine(65_533);
});
afterAll(() => {
  old.remove();
  fresh.remove();
});

/** Sets the club up with the printed link, like a first admin. */
async function setUp(url: string, printed: string): Promise<ApiClient> {
  const code = /setup=(\S+)/.exec(printed)?.[1];
  const me = { username: "ada", password: PASSWORD, email: "ada@example.org" };
  return apiClient(url).admitted("/api/auth/setup", { ...me, code });
}
async function fill(admin: ApiClient): Promise<{ member: ApiClient; bookId: number }> {
  const { id: bookId } = await jsonOf(
    admin.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" }),
  );
  expect((await sendRaw({ ...admin, bookId }, largeAudiobook(30 * MB))).status).toBe(201);
  const form = multipart([
    { name: "bookId", data: String(bookId) },
    { name: "cover", filename: "emma.png", data: await png() },
  ]);
  const headers = { cookie: admin.cookie, "content-type": MULTIPART_TYPE };
  const { url } = await jsonOf(fetch(`${admin.url}/api/upload/cover`, { method: "POST", headers, body: form }));
  expect((await admin.call("PATCH", `/api/books/${bookId}`, { coverImage: url })).status).toBe(200);
  const { code } = await jsonOf(admin.call("POST", "/api/invitations", { uses: 5 }));
  const person = { username: "mia", password: PASSWORD, email: "mia@example.org", invitationCode: code };
  return { member: await apiClient(admin.url).admitted("/api/auth/register", person), bookId };
}
/** Members and an admin work until `stop`: posts, positions, and replaced audiobooks. */
function workOn(admin: ApiClient, member: ApiClient, bookId: number) {
  const end = new AbortController();
  let slowest = 0;
  const posted: string[] = [];
  const post = async () => {
    for (let number = 1; !end.signal.aborted; number += 1) {
      const startMs = performance.now();
      const content = `Olives, plate ${number}`;
      const { status } = await member.call("POST", "/api/posts", { content });
      slowest = Math.max(slowest, performance.now() - startMs);
      // the limit is 100 posts a minute
      expect(status).toBe(number <= 100 ? 201 : 429);
      if (status === 201) posted.push(content);
      const place = { bookId, currentTime: number, chapter: 0 };
      expect((await member.call("POST", "/api/audiobook-progress", place)).ok).toBe(true);
    }
  };
  const replace = async () => {
    for (let number = 1; !end.signal.aborted; number += 1)
      expect((await sendRaw({ ...admin, bookId }, largeAudiobook(5 * MB, `Reading ${number}`))).status).toBe(201);
  };
  const writers = Promise.all([post(), replace()]);
  return {
    posted,
    stop: async () => {
      end.abort();
      await writers;
      return { slowest };
    },
  };
}

test("moves every row, file and session to a machine (K04)", async () => {
  expect(readdirSync(old.folder)).toEqual(["bookclub"]);
  const server = await old.serve();
  const admin = await setUp(old.url, server.output());
  const { member, bookId } = await fill(admin);

  const work = workOn(admin, member, bookId);
  await until(() => work.posted.length > 2);
  const before = [...work.posted];
  const backupRun = await old.run("backup", "busy.tar");
  expect(backupRun).toMatchObject({ exitCode: 0, stdout: join(old.folder, "busy.tar") });
  const { slowest } = await work.stop();
  console.log(`slowest post during a backup: ${slowest.toFixed(0)} ms`);
  expect(slowest).toBeLessThan(5000);
  expect((await old.run("verify")).exitCode).toBe(0);

  expect((await old.run("backup", "calm.tar")).exitCode).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(old.storage, "bookclub.db-wal"))).toBe(false);
  const rows = everyRow(old.storage);
  // recently replaced files are still there for readers, but in no backup
  const named = new Set(
    rows["books"]?.flatMap((row) => [...row.matchAll(/(?:books|covers|avatars)\/[\w./-]+/g)].map(([path]) => path)),
  );
  const hashes = Object.fromEntries(Object.entries(await everyHash(old.storage)).filter(([path]) => named.has(path)));
  expect(Object.keys(hashes)).toHaveLength(2);

  for (const name of ["busy.tar", "calm.tar"]) {
    copyFileSync(join(old.folder, name), join(fresh.folder, name));
    fresh.give(join(fresh.folder, name));
  }
  rmSync(old.storage, { recursive: true });

  // it has everything from before the backup began, and is intact although files were replaced
  expect(await fresh.run("restore", "busy.tar")).toMatchObject({ exitCode: 0 });
  expect(await fresh.run("verify")).toMatchObject({ exitCode: 0 });
  const saved = new Set(everyRow(fresh.storage)["posts"]?.map((row) => String(JSON.parse(row).content)));
  expect(before.length).toBeGreaterThan(0);
  expect(before.filter((content) => !saved.has(content))).toEqual([]);

  expect(await fresh.run("restore", "calm.tar", "--keep-sessions")).toMatchObject({ exitCode: 0 });
  // a restore pauses mail until an admin enables it
  expect({ ...everyRow(fresh.storage), email_settings: [] }).toEqual({ ...rows, email_settings: [] });
  expect(await everyHash(fresh.storage)).toEqual(hashes);
  for (const path of ["", "bookclub.db", ...Object.keys(hashes)]) {
    const { mode } = statSync(join(fresh.storage, path));
    expect([path, mode & 0o077]).toEqual([path, 0]);
  }
  const restarted = await fresh.serve();
  const movedMember = apiClient(fresh.url, member.cookie);
  expect(await jsonOf(movedMember.call("GET", "/api/auth/user"))).toMatchObject({ username: "mia" });
  expect((await movedMember.call("GET", `/api/download/audiobook/${bookId}`)).status).toBe(200);
  await apiClient(fresh.url).admitted("/api/auth/login", { username: "ada", password: PASSWORD });
  expect(await restarted.stop()).toBe(0);
});

test("keeps what a second restore replaced, private", async () => {
  const outcome = await fresh.run("doctor");
  expect(outcome.stdout).not.toContain("FIX   Storage");
  const previousStorage = readdirSync(fresh.storage).filter((name) => name.startsWith("replaced-"));
  expect(previousStorage).toHaveLength(1);
  expect(Object.keys(await everyHash(join(fresh.storage, previousStorage[0] ?? "")))).toHaveLength(2);
});
