import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { type ApiClient, callAs, PASSWORD } from "#tests/support/api-client.ts";
import { epub } from "#tests/support/epub.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";

/** The schema of version 1.0.0, which didn't overwrite deleted rows. */
const OLD_SCHEMA = 25;
const DAY_MS = 86_400_000;
/** Texts of otto, who left before the upgrade, and earlier texts of zoe. */
const [OTTOS_TEXT, OLD_TEXT] = [crypto.randomUUID(), crypto.randomUUID()];

let folder: string;
let club: RunningClub;
const storagePath = () => join(folder, "storage");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-deleted-"));
  await makeOldClub();
  // a zone in which it's past 3 o'clock, so that the nightly backup is due
  const zone = new Date().getUTCHours() < 5 ? "Asia/Tokyo" : "UTC";
  club = await startClub({ storageDir: storagePath(), environment: { CLUB_TIME_ZONE: zone, LOG_LEVEL: "warn" } });
}, 300_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function makeOldClub(): Promise<void> {
  await Bun.write(join(storagePath(), "backups", "README"), "");
  const db = new Database(join(storagePath(), "bookclub.db"), { strict: true });
  db.run("PRAGMA secure_delete = OFF");
  migrate(
    db,
    null,
    migrations.filter(({ version }) => version <= OLD_SCHEMA),
  );
  const hash = await Bun.password.hash(PASSWORD);
  for (const [index, name] of ["otto", "zoe"].entries())
    db.run(
      `INSERT INTO users (id, username, username_key, display_name, email, email_key, password_hash, created_at)
       VALUES (?1, ?2, ?2, ?2, ?2 || '@example.org', ?2 || '@example.org', ?3, '2026-01-01T00:00:00Z')`,
      [index + 1, name, hash],
    );
  // their rows alternate, so that deleted ones create gaps in pages that stay in use
  for (let post = 0; post < 400; post += 1)
    for (const [index, words] of [OTTOS_TEXT, OLD_TEXT].entries())
      db.run("INSERT INTO posts (user_id, content, created_at) VALUES (?, ?, '2026-01-01')", [
        index + 1,
        `${words} ${"x".repeat((post * 37) % 700)}`,
      ]);
  db.run("DELETE FROM posts WHERE user_id = 1");
  db.run("DELETE FROM users WHERE id = 1");
  db.close();
}

/** Files of the storage that contain one of these words, by their relative paths. */
function filesWith(...words: string[]): string[] {
  return readdirSync(storagePath(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return words.some((word) => bytes.includes(word));
    })
    .map((path) => relative(storagePath(), path).replaceAll(/\d{4}-\d\d-\d\d|\d{8}T\d{6}Z/g, "TIME"))
    .toSorted();
}

async function comeBack(): Promise<void> {
  await club.kill();
  await club.restart();
}

/** Writes text into every field of a member's. @returns the words that are deleted with them, and those that remain */
async function writeEverywhere(zoe: ApiClient, bookId: number) {
  const words = () => crypto.randomUUID();
  const create = async (method: string, path: string, body: object) => {
    const response = await zoe.call(method, path, body);
    expect([path, response.status < 300]).toEqual([path, true]);
    return (await response.json()) as { id: number };
  };
  const deletedWords = Array.from({ length: 8 }, words);
  const [post = "", note = "", reply = "", mark = "", quote = "", locator = "", device = "", email = ""] = deletedWords;
  const remainingWords = [words(), words(), words()];
  const [review = "", reason = "", wine = ""] = remainingWords;
  await create("POST", "/api/posts", { content: post });
  const { id } = await create("POST", `/api/books/${bookId}/notes`, { text: note, fraction: 0 });
  await create("POST", `/api/notes/${id}/replies`, { text: reply });
  await create("POST", "/api/bookmarks", { bookId, fraction: 0.5, quote, note: mark });
  await create("POST", "/api/reading-progress", { bookId, fraction: 0.5, locator, device });
  await create("PATCH", "/api/profile", { email: `${email}@example.org` });
  await create("PUT", `/api/books/${bookId}/review`, { text: review });
  await create("POST", "/api/nominations", { title: "Emma", author: "Jane Austen", reason });
  await create("POST", "/api/wines", { name: "Rioja", kind: "red", note: wine });
  const photo = multipart([{ name: "photo", filename: "a.png", data: await png() }]);
  const headers = { cookie: zoe.cookie, "content-type": MULTIPART_TYPE };
  const response = await fetch(`${club.url}/api/profile/photo`, { method: "POST", headers, body: photo });
  expect(response.status).toBeLessThan(300);
  return { going: deletedWords, staying: remainingWords };
}

test("has no text of members who left before the upgrade", async () => {
  expect(filesWith(OLD_TEXT)).toContain("backups/before-upgrade-from-25.db");
  await until(() => filesWith(OTTOS_TEXT).length === 0);
});

test("deletes a member's text, also from copies after 30 days", async () => {
  const bookId = await importBook(club, { ebook: epub({ title: "Emma" }) });
  const { going, staying } = await writeEverywhere(await callAs(club, "zoe"), bookId);
  const words = [OLD_TEXT, ...going];

  expect((await club.run(["backup", join(folder, "club.tar")])).exitCode).toBe(0);
  expect((await club.run(["restore", join(folder, "club.tar")])).exitCode).toBe(0);
  await comeBack();
  // the nightly backup is made a minute after the start
  const listNightlyBackups = () => readdirSync(join(storagePath(), "backups")).filter((name) => /^\d{4}-/.test(name));
  await until(() => listNightlyBackups().length === 1, Boolean, 120_000);

  const zoe = await callAs(club, "zoe");
  expect((await zoe.call("DELETE", "/api/profile", { password: PASSWORD, notes: "remove" })).status).toBe(204);
  await comeBack();
  await until(() => !filesWith(...words).some((name) => name.startsWith("bookclub.db")));
  const copies = ["backups/TIME/bookclub.db", "backups/before-upgrade-from-25.db", "replaced-TIME/bookclub.db"];
  expect(filesWith(...words).filter((name) => !name.endsWith("-wal"))).toEqual(copies);
  for (const word of staying) expect(filesWith(word)).toContain("bookclub.db");

  mkdirSync(join(storagePath(), "backups", new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)));
  backdate(/^replaced-/, storagePath(), 31);
  backdate(/^before-upgrade/, join(storagePath(), "backups"), 31);
  backdate(/./, join(storagePath(), "avatars"), 2);
  await comeBack();
  await until(() => readdirSync(join(storagePath(), "avatars")).length === 0);
  // according to docs/deletion.md, only the nightly backups still have them
  expect(filesWith(...words)).toEqual(["backups/TIME/bookclub.db"]);
}, 300_000);

/** Makes entries of a folder look some days older. */
function backdate(names: RegExp, folder: string, days: number): void {
  const fileNames = readdirSync(folder).filter((name) => names.test(name));
  expect(fileNames).not.toEqual([]);
  const time = new Date(Date.now() - days * DAY_MS - 60_000);
  for (const name of fileNames) utimesSync(join(folder, name), time, time);
}
