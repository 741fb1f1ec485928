import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";

import { withDeps } from "#server/cli/command.ts";
import { createNightlyBackup } from "#server/operations/backups/nightly.ts";
import { type ApiClient, apiClient } from "#tests/support/api-client.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { largeAudiobook } from "#tests/support/large-upload.ts";
import { createMachine, everyHash, type Machine } from "#tests/support/machine.ts";
import { startS3Server } from "#tests/support/s3-server.ts";
import { everyRow } from "#tests/support/stored-rows.ts";

const MB = 1024 * 1024;
const PASSWORD = "Claret & clues 1890";

const s3 = startS3Server();
const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.environment;
const BACKUP_KEY = "a long secret";
let oldMachine: Machine;
let emptyMachine: Machine;
beforeAll(async () => {
  oldMachine = await createMachine(0);
  emptyMachine = await createMachine(0, { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, BACKUP_KEY });
}, 300_000);
afterAll(async () => {
  oldMachine.remove();
  emptyMachine.remove();
  await s3.stop();
});

/** Creates books with files, a vote and members' texts. */
async function fillClub(url: string, output: string): Promise<void> {
  const code = /setup=(\S+)/.exec(output)?.[1];
  const ada = await apiClient(url).admitted("/api/auth/setup", {
    username: "ada",
    password: PASSWORD,
    email: "ada@example.org",
    code,
  });
  const { id } = await jsonOf(ada.call("POST", "/api/books", { title: "Emma", author: "J", month: "2026-03" }));
  await send(ada, id, "audiobook", { filename: "emma.m4b", data: Buffer.concat([...largeAudiobook(12 * MB).bytes()]) });
  await send(ada, id, "ebook", { filename: "emma.epub", data: epub() });
  await send(ada, id, "cover", { filename: "emma.png", data: await png() });
  for (let index = 0; index < 40; index += 1)
    await ada.call("POST", "/api/posts", { content: `Olives, plate ${index}` });
  await jsonOf(ada.call("PUT", `/api/books/${id}/review`, { stars: 5, text: "Again.", finished: "yes" }));
  await jsonOf(ada.call("POST", "/api/wines", { name: "Rioja", kind: "red", bookId: id }));
}

async function send(
  client: ApiClient,
  bookId: number,
  kind: string,
  file: { filename: string; data: Uint8Array },
): Promise<void> {
  const body = multipart([
    { name: "bookId", data: String(bookId) },
    { name: kind, ...file },
  ]);
  const headers = { cookie: client.cookie, "content-type": MULTIPART_TYPE };
  const { status } = await fetch(`${client.url}/api/upload/${kind}`, { method: "POST", headers, body });
  expect([kind, status]).toEqual([kind, 201]);
}

test("restores an empty machine by four settings from the bucket", async () => {
  const server = await oldMachine.serve();
  await fillClub(oldMachine.url, server.output());
  expect(await server.stop()).toBe(0);
  const environment = { STORAGE_DIR: oldMachine.storage, TEAM_AVATAR_URL: "local", ...s3.environment, BACKUP_KEY };
  expect(await withDeps(environment, createNightlyBackup)).toMatchObject({ outcome: "whole" });
  const rows = everyRow(oldMachine.storage);
  const hashes = await everyHash(oldMachine.storage);
  expect(Object.keys(hashes)).toHaveLength(3);
  oldMachine.remove();

  expect(readdirSync(emptyMachine.folder)).toEqual(["bookclub"]);
  const [key = ""] = [...s3.objects.keys()];
  expect(key).toEndWith(".enc");
  expect(await emptyMachine.run("restore", `s3://club/${key}`, "--keep-sessions")).toMatchObject({ exitCode: 0 });
  // a restore pauses mail until an admin enables it again
  expect({ ...everyRow(emptyMachine.storage), email_settings: [] }).toEqual({ ...rows, email_settings: [] });
  expect(await everyHash(emptyMachine.storage)).toEqual(hashes);
  expect(await emptyMachine.run("verify")).toMatchObject({ exitCode: 0 });
  const secondServer = await emptyMachine.serve();
  await apiClient(emptyMachine.url).admitted("/api/auth/login", { username: "ada", password: PASSWORD });
  expect(await secondServer.stop()).toBe(0);
}, 300_000);
