import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { type ApiClient, apiClient } from "#tests/support/api-client.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { createMachine, everyHash, type Machine } from "#tests/support/machine.ts";
import { until } from "#tests/support/poll-until.ts";
import { everyRow } from "#tests/support/stored-rows.ts";

const MB = 1024 * 1024;
const PASSWORD = "Claret & clues 1890";

let oldMachine: Machine;
let newMachine: Machine;
beforeAll(async () => {
  oldMachine = await createMachine(65_534);
  newMachine = await createMachine(65_533);
});
afterAll(() => {
  oldMachine.remove();
  newMachine.remove();
});

/** Sets the club up with the printed link, like a first admin. */
async function setUp(url: string, output: string): Promise<ApiClient> {
  const code = /setup=(\S+)/.exec(output)?.[1];
  const setupBody = { username: "ada", password: PASSWORD, email: "ada@example.org" };
  return apiClient(url).admitted("/api/auth/setup", { ...setupBody, code });
}
async function fillClub(admin: ApiClient): Promise<{ member: ApiClient; bookId: number }> {
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
function keepWriting(admin: ApiClient, member: ApiClient, bookId: number) {
  const end = new AbortController();
  let slowestMs = 0;
  const posted: string[] = [];
  const post = async () => {
    for (let number = 1; !end.signal.aborted; number += 1) {
      const startMs = performance.now();
      const content = `Olives, plate ${number}`;
      const { status } = await member.call("POST", "/api/posts", { content });
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      // the limit is 100 posts a minute
      expect(status).toBe(number <= 100 ? 201 : 429);
      if (status === 201) posted.push(content);
      const place = { bookId, currentTime: number, chapter: 0 };
      expect((await member.call("POST", "/api/audiobook-progress", place)).ok).toBe(true);
    }
  };
  const replaceFiles = async () => {
    for (let number = 1; !end.signal.aborted; number += 1)
      expect((await sendRaw({ ...admin, bookId }, largeAudiobook(5 * MB, `Reading ${number}`))).status).toBe(201);
  };
  const writers = Promise.all([post(), replaceFiles()]);
  return {
    posted,
    stop: async () => {
      end.abort();
      await writers;
      return { slowest: slowestMs };
    },
  };
}

test("moves every row, file and session to a machine (K04)", async () => {
  expect(readdirSync(oldMachine.folder)).toEqual(["bookclub"]);
  const server = await oldMachine.serve();
  const admin = await setUp(oldMachine.url, server.output());
  const { member, bookId } = await fillClub(admin);

  const pendingWrites = keepWriting(admin, member, bookId);
  await until(() => pendingWrites.posted.length > 2);
  const postedBefore = [...pendingWrites.posted];
  const backupRun = await oldMachine.run("backup", "busy.tar");
  expect(backupRun).toMatchObject({ exitCode: 0, stdout: join(oldMachine.folder, "busy.tar") });
  const { slowest } = await pendingWrites.stop();
  console.log(`slowest post during a backup: ${slowest.toFixed(0)} ms`);
  expect(slowest).toBeLessThan(5000);
  expect((await oldMachine.run("verify")).exitCode).toBe(0);

  expect((await oldMachine.run("backup", "calm.tar")).exitCode).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(oldMachine.storage, "bookclub.db-wal"))).toBe(false);
  const rows = everyRow(oldMachine.storage);
  // recently replaced files are still there for readers, but in no backup
  const namedPaths = new Set(
    rows["books"]?.flatMap((row) => [...row.matchAll(/(?:books|covers|avatars)\/[\w./-]+/g)].map(([path]) => path)),
  );
  const hashes = Object.fromEntries(
    Object.entries(await everyHash(oldMachine.storage)).filter(([path]) => namedPaths.has(path)),
  );
  expect(Object.keys(hashes)).toHaveLength(2);

  for (const name of ["busy.tar", "calm.tar"]) {
    copyFileSync(join(oldMachine.folder, name), join(newMachine.folder, name));
    newMachine.give(join(newMachine.folder, name));
  }
  rmSync(oldMachine.storage, { recursive: true });

  // it has everything from before the backup began, and is intact although files were replaced
  expect(await newMachine.run("restore", "busy.tar")).toMatchObject({ exitCode: 0 });
  expect(await newMachine.run("verify")).toMatchObject({ exitCode: 0 });
  const savedPosts = new Set(everyRow(newMachine.storage)["posts"]?.map((row) => String(JSON.parse(row).content)));
  expect(postedBefore.length).toBeGreaterThan(0);
  expect(postedBefore.filter((content) => !savedPosts.has(content))).toEqual([]);

  expect(await newMachine.run("restore", "calm.tar", "--keep-sessions")).toMatchObject({ exitCode: 0 });
  // a restore pauses mail until an admin enables it
  expect({ ...everyRow(newMachine.storage), email_settings: [] }).toEqual({ ...rows, email_settings: [] });
  expect(await everyHash(newMachine.storage)).toEqual(hashes);
  for (const path of ["", "bookclub.db", ...Object.keys(hashes)]) {
    const { mode } = statSync(join(newMachine.storage, path));
    expect([path, mode & 0o077]).toEqual([path, 0]);
  }
  const restartedServer = await newMachine.serve();
  const movedMember = apiClient(newMachine.url, member.cookie);
  expect(await jsonOf(movedMember.call("GET", "/api/auth/user"))).toMatchObject({ username: "mia" });
  expect((await movedMember.call("GET", `/api/download/audiobook/${bookId}`)).status).toBe(200);
  await apiClient(newMachine.url).admitted("/api/auth/login", { username: "ada", password: PASSWORD });
  expect(await restartedServer.stop()).toBe(0);
});

test("keeps what a second restore replaced, private", async () => {
  const doctorRun = await newMachine.run("doctor");
  expect(doctorRun.stdout).not.toContain("FIX   Storage");
  const previousStorage = readdirSync(newMachine.storage).filter((name) => name.startsWith("replaced-"));
  expect(previousStorage).toHaveLength(1);
  expect(Object.keys(await everyHash(join(newMachine.storage, previousStorage[0] ?? "")))).toHaveLength(2);
});
