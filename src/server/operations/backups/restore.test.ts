import { describe, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { rememberDevice } from "#server/access/devices.ts";
import { startSession } from "#server/access/sessions.ts";
import { hashToken } from "#server/adapters/secrets.ts";
import { releaseExpiredLeases } from "#server/mail/delivery.ts";
import { createAdmin } from "#server/members/accounts.ts";
import { addBook, backedUp, clubFolders, issuesOf, onClub, titlesOf } from "#tests/support/club-folders.ts";
import { m4b } from "#tests/support/m4b.ts";

import { createBackupFile } from "./create-backup.ts";
import { createNightlyBackup } from "./nightly.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-11-21T10:00:00Z");
const { at } = clubFolders();

test("restores a crashed server's database with its log", async () => {
  await onClub(at("a"), async (deps) => {
    deps.stores.truncateWal();
    await addBook(deps, "Emma");
    mkdirSync(at("crashed"));
    for (const suffix of ["", "-wal"])
      copyFileSync(at("a", `bookclub.db${suffix}`), at(`crashed/bookclub.db${suffix}`));
  });
  await restoreBackup(at("new"), at("crashed/bookclub.db"), { now });
  expect(await titlesOf(at("new"))).toEqual(["Emma"]);
  expect(readdirSync(at("new")).filter((name) => /wal|shm/.test(name))).toEqual([]);
});

describe("a backup file", () => {
  test("restores the same club into an empty folder", async () => {
    const path = await backedUp(at);
    const { oldPath } = await restoreBackup(at("new"), at("club.tar"), { now });
    expect(oldPath).toBeNull();
    expect(await titlesOf(at("new"))).toEqual(["Emma"]);
    expect(await issuesOf(at("new"))).toEqual([]);
    expect(readFileSync(at("new", path))).toEqual(readFileSync(at("a", path)));
    for (const [name, mode] of [
      ["books", 0o700],
      ["bookclub.db", 0o600],
      [path, 0o600],
    ] as const)
      expect(statSync(at("new", name)).mode & 0o777).toBe(mode);
  });

  test("replaces the existing file, and keeps it beside the new one", async () => {
    await backedUp(at);
    const laterBook = await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    const { oldPath } = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(oldPath).toBe(at("a", "replaced-20261121T100000Z"));
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
    expect(readdirSync(at("a")).filter((name) => /wal|shm|restore/.test(name))).toEqual([]);
    expect(await titlesOf(oldPath ?? "")).toEqual(["Emma", "Persuasion"]);
    expect(statSync(join(oldPath ?? "", laterBook)).isFile()).toBe(true);
  });

  test("replaces links to an unmounted disk and an empty folder", async () => {
    const path = await backedUp(at);
    mkdirSync(at("disk"));
    for (const [name, target] of [
      ["books", "unmounted"],
      ["covers", "disk"],
    ] as const) {
      rmSync(at("a", name), { recursive: true });
      symlinkSync(at(target), at("a", name));
    }
    const { oldPath } = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(statSync(at("a", path)).isFile()).toBe(true);
    expect(await issuesOf(at("a"))).toEqual([]);
    expect(readdirSync(oldPath ?? "").toSorted()).toEqual(["bookclub.db", "books", "covers"]);
    expect(readdirSync(at("a")).filter((name) => name.startsWith("restore"))).toEqual([]);
  });

  test("restored twice within a second keeps both previous storages", async () => {
    await backedUp(at);
    await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    const firstResult = await restoreBackup(at("a"), at("club.tar"), { now });
    await onClub(at("a"), (deps) => addBook(deps, "Sanditon"));
    const secondResult = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(await titlesOf(firstResult.oldPath ?? "")).toEqual(["Emma", "Persuasion"]);
    expect(await titlesOf(secondResult.oldPath ?? "")).toEqual(["Emma", "Sanditon"]);
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
  });
});

describe("a night's folder", () => {
  test("can be restored, and stays a backup", async () => {
    const { path, night } = await onClub(at("a"), async (deps) => {
      const path = await addBook(deps, "Emma");
      await createNightlyBackup(deps);
      await addBook(deps, "Persuasion");
      return { path, night: at("a", "backups", readdirSync(at("a", "backups")).toSorted()[0] ?? "") };
    });
    await restoreBackup(at("a"), night, { now });
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
    expect(statSync(at("a", "bookclub.db")).ino).not.toBe(statSync(join(night, "bookclub.db")).ino);
    await restoreBackup(at("b"), night, { now });
    expect(await issuesOf(at("b"))).toEqual([]);
    rmSync(join(night, path));
    await expect(restoreBackup(at("c"), night, { now })).rejects.toThrow(`it lacks ${path}`);
    mkdirSync(dirname(join(night, path)), { recursive: true });
    writeFileSync(join(night, path), m4b({ title: "Other", seconds: 1 }));
    await expect(restoreBackup(at("c"), night, { now })).rejects.toThrow("has changed");
  });
});

test("a copy of the database alone leaves the files as they are", async () => {
  await onClub(at("a"), async (deps) => {
    await addBook(deps, "Emma");
    deps.stores.copyTo(at("before.db"));
    await addBook(deps, "Persuasion");
  });
  const { manifest, oldPath } = await restoreBackup(at("a"), at("before.db"), { now });
  expect(manifest).toBeNull();
  expect(readdirSync(oldPath ?? "")).toEqual(["bookclub.db"]);
  expect(await titlesOf(at("a"))).toEqual(["Emma"]);
  expect(await issuesOf(at("a"))).toEqual([]);
});

describe("a restored club", () => {
  const DAY = "2026-11-21T10:00:00.000Z";
  /**
   * A club with a signed-in member and a queued mail; after its backup the member leaves and another one unsubscribes.
   */
  async function restoreOld(keepsSessions: boolean) {
    await onClub(at("a"), async (deps) => {
      const { stores } = deps;
      const [mia, nora] = [await createAdmin(deps, person("mia")), await createAdmin(deps, person("nora"))];
      startSession(deps, mia.id, "A browser");
      rememberDevice(deps, mia.id, "a".repeat(43));
      stores.email.enable(true, "2026-01-01T00:00:00.000Z");
      stores.outbox.queue({ kind: "monthly", dedupeKey: "2026-11", period: "2026-11", now: DAY });
      await createBackupFile(deps, at("club.tar"));
      stores.users.delete(mia.id);
      stores.users.updateChoices(nora.id, { wantsMonthlyMail: false });
    });
    return restoreBackup(at("a"), at("club.tar"), { now, keepsSessions });
  }
  const person = (username: string) => ({ username, password: "hush hush", email: `${username}@example.org` });

  test("signs everyone out, unless the operator asks otherwise", async () => {
    for (const [keepsSessions, remainingSessions] of [
      [false, 0],
      [true, 1],
    ] as const) {
      for (const name of ["a", "club.tar"]) rmSync(at(name), { recursive: true, force: true });
      await restoreOld(keepsSessions);
      await onClub(at("a"), ({ stores }) => {
        expect(stores.sessions.list(1, "", "")).toHaveLength(remainingSessions);
        expect(stores.devices.has(hashToken("a".repeat(43)), 1)).toBe(remainingSessions === 1);
      });
    }
  });

  test("sends no mail that was queued or due before, only later ones", async () => {
    await restoreOld(false);
    await onClub(at("a"), (deps) => {
      const { outbox, email } = deps.stores;
      expect(outbox.list("2026-11", {}).map(({ state }) => state)).toEqual(["failed", "failed"]);
      expect([email.isEnabled(), email.wasEnabled(DAY), email.wasEnabled("2999-01-01")]).toEqual([true, false, false]);
      releaseExpiredLeases(deps);
      expect([email.wasEnabled(DAY), email.wasEnabled("2999-01-01")]).toEqual([false, true]);
    });
  });

  test("lists members who had left or unsubscribed since", async () => {
    const { restoredMembers } = await restoreOld(false);
    expect(restoredMembers).toEqual({ members: 2, books: 0, posts: 0, deleted: ["mia"], unsubscribed: ["nora"] });
  });
});
