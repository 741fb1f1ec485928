import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { pack } from "tar-stream";

import { closeDatabase, openDatabase } from "#db/open.ts";
import { readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { exchangeWaiting } from "#server/exchange.ts";
import { lockStorage, openStorage } from "#server/storage.ts";
import { m4b } from "#tests/support/m4b.ts";

import { OPERATOR } from "../audit.ts";
import { attachFile } from "../book-files.ts";
import { createBook } from "../books.ts";
import { verifyStorage } from "../verify.ts";
import { makeBackupFile } from "./make.ts";
import { makeNightlyBackup } from "./nightly.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-11-21T10:00:00Z");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-restore-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `work` on the club of that storage, which is made when missing. */
async function onClub<Result>(storageDir: string, work: (deps: Deps) => Promise<Result> | Result): Promise<Result> {
  const db = openStorage(storageDir);
  try {
    const deps = createDeps(readConfig({ STORAGE_DIR: storageDir, LOG_LEVEL: "error" }), db);
    await deps.disk.prepare();
    return await work(deps);
  } finally {
    closeDatabase(db);
  }
}
async function addBook(deps: Deps, title: string): Promise<string> {
  const book = await createBook(deps, { title, author: "Jane Austen", month: "2026-03" }, OPERATOR);
  const audio = m4b({ title, seconds: 1 });
  const received = await deps.disk.receive(
    (async function* () {
      yield audio;
    })(),
    { maxBytes: 1e6 },
  );
  await attachFile(deps, { bookId: book.id, kind: "audiobook", filename: "a.m4b", received });
  return deps.stores.books.findFile(book.id, "audiobook")?.path ?? "";
}
const titles = (storageDir: string) =>
  onClub(storageDir, (deps) =>
    deps.stores.books
      .list()
      .map(({ title }) => title)
      .toSorted(),
  );
const faults = (storageDir: string) => onClub(storageDir, async (deps) => (await verifyStorage(deps)).faults);
const at = (...path: string[]) => join(folder, ...path);

describe("a backup file", () => {
  test("becomes the same club in an empty folder", async () => {
    const path = await onClub(at("old"), async (deps) => {
      const path = await addBook(deps, "Emma");
      await makeBackupFile(deps, at("club.tar"));
      return path;
    });
    const { aside } = await restoreBackup(at("new"), at("club.tar"), { now });
    expect(aside).toBeNull();
    expect(await titles(at("new"))).toEqual(["Emma"]);
    expect(await faults(at("new"))).toEqual([]);
    expect(readFileSync(at("new", path))).toEqual(readFileSync(at("old", path)));
    for (const [name, mode] of [
      ["books", 0o700],
      ["bookclub.db", 0o600],
      [path, 0o600],
    ] as const)
      expect(statSync(at("new", name)).mode & 0o777).toBe(mode);
  });

  test("takes the place of what is there, which is kept beside", async () => {
    await onClub(at("a"), async (deps) => {
      await addBook(deps, "Emma");
      await makeBackupFile(deps, at("club.tar"));
    });
    const later = await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    const { aside } = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(aside).toBe(at("a", "replaced-20261121T100000Z"));
    expect(await titles(at("a"))).toEqual(["Emma"]);
    expect(readdirSync(at("a")).filter((name) => /wal|shm|restore/.test(name))).toEqual([]);
    expect(await titles(aside ?? "")).toEqual(["Emma", "Persuasion"]);
    expect(statSync(join(aside ?? "", later)).isFile()).toBe(true);
  });

  test("restored twice within a second keeps what was there each time", async () => {
    await onClub(at("a"), async (deps) => {
      await addBook(deps, "Emma");
      await makeBackupFile(deps, at("club.tar"));
    });
    await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    const first = await restoreBackup(at("a"), at("club.tar"), { now });
    await onClub(at("a"), (deps) => addBook(deps, "Sanditon"));
    const second = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(await titles(first.aside ?? "")).toEqual(["Emma", "Persuasion"]);
    expect(await titles(second.aside ?? "")).toEqual(["Emma", "Sanditon"]);
    expect(await titles(at("a"))).toEqual(["Emma"]);
  });

  test("that lost its end, was changed or is something else is refused, and nothing changes", async () => {
    await onClub(at("a"), async (deps) => {
      await addBook(deps, "Emma");
      await makeBackupFile(deps, at("club.tar"));
      await addBook(deps, "Persuasion");
    });
    const before = readdirSync(at("a")).toSorted();
    const whole = readFileSync(at("club.tar"));
    const changed = Buffer.from(whole);
    changed.write("FTYP", whole.lastIndexOf("ftyp"));
    const inPages = Buffer.from(whole);
    inPages.fill(0x55, 20_000, 30_000);
    const broken: [string, Uint8Array, RegExp][] = [
      ["empty", Buffer.alloc(0), /is no backup|no manifest/],
      ["short", whole.subarray(0, whole.lastIndexOf("ftyp")), /cut short/],
      ["at an entry", whole.subarray(0, whole.lastIndexOf("manifest.json")), /cut short/],
      ["changed", changed, /is damaged|cut short/],
      ["database", inPages, /is damaged/],
      ["text", Buffer.from("Dear club,\n".repeat(200)), /is no backup/],
    ];
    for (const [name, bytes, words] of broken) {
      writeFileSync(at(name), bytes);
      await expect(restoreBackup(at("a"), at(name), { now })).rejects.toThrow(words);
    }
    await expect(restoreBackup(at("a"), at("nothing"), { now })).rejects.toThrow("There is no file or folder");
    expect(
      readdirSync(at("a"))
        .filter((name) => name !== "serve.lock")
        .toSorted(),
    ).toEqual(before);
    expect(readdirSync(at("a", "tmp"))).toEqual([]);
    expect(await titles(at("a"))).toEqual(["Emma", "Persuasion"]);
  });

  test("cannot write outside the storage", async () => {
    for (const name of ["../evil", "/etc/evil", "books/../../evil", "backups/x", "books/.hidden", "serve.lock"]) {
      const tar = pack();
      tar.entry({ name }, "evil");
      tar.entry({ name: "manifest.json" }, "{}");
      tar.finalize();
      writeFileSync(at("evil.tar"), Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Uint8Array>)));
      await expect(restoreBackup(at("a"), at("evil.tar"), { now })).rejects.toThrow("it is refused");
    }
    const tar = pack();
    tar.entry({ name: "books/1/a.m4b", type: "symlink", linkname: "/etc/passwd" });
    tar.finalize();
    writeFileSync(at("evil.tar"), Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Uint8Array>)));
    await expect(restoreBackup(at("a"), at("evil.tar"), { now })).rejects.toThrow("it is refused");
    expect(readdirSync(folder).toSorted()).toEqual(["a", "evil.tar"]);
  });

  test("restored beside a running server waits, checked, for its next start", async () => {
    await onClub(at("a"), async (deps) => {
      await addBook(deps, "Emma");
      await makeBackupFile(deps, at("club.tar"));
    });
    const stop = lockStorage(at("a"));
    await restoreBackup(at("a"), at("club.tar"), { now });
    const { waits, aside } = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(waits).toBe(true);
    await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    expect(await titles(at("a"))).toEqual(["Emma", "Persuasion"]);
    stop();
    const restart = lockStorage(at("a"));
    expect(exchangeWaiting(at("a"))).toBe(aside);
    expect(await titles(at("a"))).toEqual(["Emma"]);
    expect(await faults(at("a"))).toEqual([]);
    expect(await titles(aside ?? "")).toEqual(["Emma", "Persuasion"]);
    expect(readdirSync(at("a")).filter((name) => name.startsWith("restore"))).toEqual([]);
    expect(exchangeWaiting(at("a"))).toBeNull();
    restart();
  });

  test("that waits is given up by removing its note, and by a restore that does not wait", async () => {
    await onClub(at("a"), (deps) => makeBackupFile(deps, at("empty.tar")));
    await onClub(at("a"), (deps) => addBook(deps, "Emma"));
    const stop = lockStorage(at("a"));
    await restoreBackup(at("a"), at("empty.tar"), { now });
    rmSync(at("a", "restore-waiting.json"));
    expect(exchangeWaiting(at("a"))).toBeNull();
    expect(await titles(at("a"))).toEqual(["Emma"]);
    await onClub(at("a"), (deps) => makeBackupFile(deps, at("club.tar")));
    await restoreBackup(at("a"), at("empty.tar"), { now });
    stop();
    expect((await restoreBackup(at("a"), at("club.tar"), { now })).waits).toBe(false);
    expect(exchangeWaiting(at("a"))).toBeNull();
    expect(await titles(at("a"))).toEqual(["Emma"]);
  });

  test("is refused while another command has the database open", async () => {
    await onClub(at("a"), (deps) => makeBackupFile(deps, at("club.tar")));
    const other = openDatabase(at("a", "bookclub.db"));
    other.query("SELECT 1 FROM users").all();
    await expect(restoreBackup(at("a"), at("club.tar"), { now })).rejects.toThrow("is at work on");
    closeDatabase(other);
    await restoreBackup(at("a"), at("club.tar"), { now });
  });

  test("of a newer program is refused", async () => {
    await onClub(at("a"), async (deps) => {
      const db = openDatabase(at("a", "bookclub.db"));
      db.run("PRAGMA user_version = 999");
      await makeBackupFile(deps, at("club.tar"));
      closeDatabase(db);
    });
    await expect(restoreBackup(at("b"), at("club.tar"), { now })).rejects.toThrow("made by a newer bookclub");
  });
});

describe("a night's folder", () => {
  test("can be restored, and stays a backup", async () => {
    const { path, night } = await onClub(at("a"), async (deps) => {
      const path = await addBook(deps, "Emma");
      await makeNightlyBackup(deps);
      await addBook(deps, "Persuasion");
      return { path, night: at("a", "backups", readdirSync(at("a", "backups")).toSorted()[0] ?? "") };
    });
    await restoreBackup(at("a"), night, { now });
    expect(await titles(at("a"))).toEqual(["Emma"]);
    expect(statSync(at("a", "bookclub.db")).ino).not.toBe(statSync(join(night, "bookclub.db")).ino);
    await restoreBackup(at("b"), night, { now });
    expect(await faults(at("b"))).toEqual([]);
    rmSync(join(night, path));
    await expect(restoreBackup(at("c"), night, { now })).rejects.toThrow(`${path} is missing in it`);
    mkdirSync(dirname(join(night, path)), { recursive: true });
    writeFileSync(join(night, path), m4b({ title: "Other", seconds: 1 }));
    await expect(restoreBackup(at("c"), night, { now })).rejects.toThrow("is not what was backed up");
  });
});

test("a copy of the database alone leaves the files as they are", async () => {
  await onClub(at("a"), async (deps) => {
    await addBook(deps, "Emma");
    deps.stores.copyTo(at("before.db"));
    await addBook(deps, "Persuasion");
  });
  const { manifest, aside } = await restoreBackup(at("a"), at("before.db"), { now });
  expect(manifest).toBeNull();
  expect(readdirSync(aside ?? "")).toEqual(["bookclub.db"]);
  expect(await titles(at("a"))).toEqual(["Emma"]);
  expect(await faults(at("a"))).toEqual([]);
});

test("verifying names each file that is missing, too short or changed", async () => {
  const [missing = "", short = "", changed = ""] = await onClub(at("a"), async (deps) => [
    await addBook(deps, "Emma"),
    await addBook(deps, "Persuasion"),
    await addBook(deps, "Sanditon"),
  ]);
  rmSync(at("a", missing));
  writeFileSync(at("a", short), "x");
  const bytes = readFileSync(at("a", changed));
  chmodSync(at("a", changed), 0o600);
  writeFileSync(at("a", changed), bytes.toReversed());
  writeFileSync(at("a", "books", "orphan"), "x");
  const { faults, notes } = await onClub(at("a"), (deps) => verifyStorage(deps));
  expect(faults.map((fault) => fault.split(" ").slice(0, 3).join(" "))).toEqual([
    `${missing} is missing`,
    `${short} has 1`,
    `${changed} is damaged:`,
  ]);
  expect(notes[0]).toStartWith("1 files (1 bytes) belong to nothing");
});
