import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { OPERATOR } from "#server/access/caller.ts";
import { observeChunks } from "#server/adapters/chunks.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createBook } from "#server/books/books.ts";
import { withDeps } from "#server/cli/command.ts";
import { runCommand } from "#server/cli/run.ts";
import { readConfig } from "#server/config.ts";
import { runChecks } from "#server/operations/doctor/run-checks.ts";
import { moveToBucket } from "#server/storage/move-media.ts";
import { eachBucket } from "#tests/support/bucket-club.ts";
import { addBook } from "#tests/support/club-folders.ts";
import { epub } from "#tests/support/epub.ts";
import { everyHash } from "#tests/support/machine.ts";
import { startS3Server } from "#tests/support/s3-server.ts";
import { everyRow } from "#tests/support/stored-rows.ts";

import { decryptBackup, encryptBackup } from "./encryption.ts";
import { createNightlyBackup, retryOffSiteCopy } from "./nightly.ts";
import { checkBucketAccess } from "./off-site.ts";

/** A storage with a book and its eBook, copied for each test. */
const preparedStorage = mkdtempSync(join(tmpdir(), "bookclub-off-site-"));
const { at, s3, environment } = eachBucket();

beforeAll(() =>
  withDeps({ STORAGE_DIR: preparedStorage, TEAM_AVATAR_URL: "local" }, async (deps) => {
    await deps.disk.prepare();
    const book = await createBook(deps, OPERATOR, { title: "Emma", author: "Jane Austen", month: "2026-11" });
    const receivedFile = await deps.disk.receive([epub()], { maxBytes: 1e6 });
    await attachFile(deps, {
      bookId: book.id,
      kind: "ebook",
      filename: "Emma.epub",
      received: receivedFile,
      readListening,
    });
  }),
);
afterAll(() => rmSync(preparedStorage, { recursive: true }));

/** Creates tonight's backup of a club with a book. */
async function backUp(settings: Record<string, string> = {}) {
  cpSync(preparedStorage, at("storage"), { recursive: true });
  return withDeps(environment(settings), createNightlyBackup);
}

async function restore(address: string, settings: Record<string, string>, ...options: string[]) {
  const output: string[] = [];
  const { S3_BUCKET: _, ...access } = s3.environment;
  const code = await runCommand(["restore", address, ...options], {
    environment: { STORAGE_DIR: at("empty"), ...access, ...settings },
    print: (line) => output.push(line),
    printError: (line) => output.push(line),
  });
  return { code, said: output.join("\n") };
}

describe("a night's backup", () => {
  test.each([{}, { BACKUP_KEY: "a long secret" }])(
    "is copied to the bucket and restores an empty machine: %p",
    async (key) => {
      expect(await backUp(key)).toMatchObject({ outcome: "whole" });
      const [name = ""] = [...s3.objects.keys()];
      expect(name).toMatch(/^backups\/bookclub-\d{4}-\d\d-\d\d\.tar/);
      const bytes = Buffer.from(s3.objects.get(name) ?? "");
      expect(bytes.includes("bookclub.db")).toBe(!("BACKUP_KEY" in key));
      expect(await restore(`s3://club/${name}`, key)).toMatchObject({ code: 0 });
      const [oldStorage, newStorage] = [at("storage"), at("empty")];
      expect(await everyHash(newStorage)).toEqual(await everyHash(oldStorage));
      const listRows = (storage: string) => {
        const { books, audit } = everyRow(storage);
        return { books, audit };
      };
      expect(listRows(newStorage)).toEqual(listRows(oldStorage));
    },
  );

  test("that is encrypted needs its key", async () => {
    await backUp({ BACKUP_KEY: "a long secret" });
    const [name = ""] = [...s3.objects.keys()];
    expect(await restore(`s3://club/${name}`, {})).toEqual({
      code: 1,
      said: expect.stringContaining("set BACKUP_KEY"),
    });
    const wrongKeyResult = await restore(`s3://club/${name}`, { BACKUP_KEY: "another" });
    expect(wrongKeyResult).toEqual({ code: 1, said: expect.stringContaining("doesn't match") });
  });

  test("keeps the local copy and explains the bucket's failure", async () => {
    for (const bucketFault of ["broken", "full", "forgetful"] as const) {
      s3.make(bucketFault);
      const result = await backUp();
      expect(result.outcome).toBe("incomplete");
      expect(result.message).toStartWith("It is here, but not in the bucket: ");
      rmSync(at("storage"), { recursive: true });
    }
  }, 300_000);

  test("that didn't reach the bucket is copied later, once", async () => {
    s3.make("forgetful");
    expect(await backUp()).toMatchObject({ outcome: "incomplete" });
    expect(s3.objects.size).toBe(0);
    const retryLater = () => withDeps(environment(), retryOffSiteCopy);
    await expect(retryLater()).rejects.toThrow("can't be trusted");
    s3.make(null);
    expect(await retryLater()).toMatchObject({ outcome: "whole", message: "" });
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/\.tar$/), "backups/club-id"]);
    expect(await retryLater()).toBeNull();
  });

  test("expires in the bucket as on the disk", async () => {
    for (let month = 1; month <= 12; month += 1)
      s3.objects.set(`backups/bookclub-2025-${String(month).padStart(2, "0")}-01.tar`, new Uint8Array(1));
    await backUp();
    expect([...s3.objects.keys()].filter((key) => key.includes("2025-01"))).toEqual([]);
    expect(s3.objects.size).toBeLessThan(13);
  });

  test("reports a copy that lacks files, and keeps complete ones", async () => {
    const months = Array.from({ length: 6 }, (_, month) => `2025-0${month + 1}`);
    const completeCopies = months.map((month) => `backups/bookclub-${month}-01.tar`);
    const incompleteCopies = months.map((month) => `backups/bookclub-${month}-02-incomplete.tar`);
    for (const key of [...completeCopies, ...incompleteCopies]) s3.objects.set(key, new Uint8Array(1));
    cpSync(preparedStorage, at("storage"), { recursive: true });
    rmSync(at("storage/books"), { recursive: true });
    expect(await withDeps(environment(), createNightlyBackup)).toMatchObject({ outcome: "incomplete" });
    const keys = [...s3.objects.keys()];
    expect(keys).toEqual(expect.arrayContaining(completeCopies));
    const tonightsCopy = keys.find((key) => !completeCopies.includes(key) && !incompleteCopies.includes(key)) ?? "";
    expect(tonightsCopy).toMatch(/^backups\/bookclub-[\d-]{10}-incomplete\.tar$/);
    expect(await withDeps(environment(), retryOffSiteCopy)).toBeNull();
    expect(await restore(`s3://club/${tonightsCopy}`, {})).toMatchObject({ code: 0 });
  });
});

test("never replaces another club's copy or books", async () => {
  await backUp();
  const objects = Object.fromEntries(s3.objects);
  const message = expect.stringContaining("Another club uses the bucket club: create one for this club, and set S3_B");
  await withDeps(environment({ STORAGE_DIR: at("other"), MEDIA: "s3" }), async (deps) => {
    await deps.disk.prepare();
    await addBook(deps, "Persuasion");
    expect(await createNightlyBackup(deps)).toMatchObject({ outcome: "incomplete", message });
    await expect(retryOffSiteCopy(deps)).rejects.toThrow("Another club");
    await expect(moveToBucket(deps)).rejects.toThrow("Another club");
    expect(await runChecks(deps)).toContainEqual({ topic: "Bucket", state: "fix", message });
  });
  expect(Object.fromEntries(s3.objects)).toEqual(objects);
  expect(await withDeps(environment(), retryOffSiteCopy)).toBeNull();
});

test("keeps a complete copy beside a later incomplete one", async () => {
  const completeCopy = "backups/bookclub-2025-06-02.tar";
  const incompleteCopies = [2, 3, 4, 5, 6, 7, 8, 9, 10].map((day) => String(day).padStart(2, "0"));
  s3.objects.set(completeCopy, new Uint8Array(1));
  for (const day of incompleteCopies)
    s3.objects.set(`backups/bookclub-2025-06-${day}-incomplete.tar`, new Uint8Array(1));
  await backUp();
  expect([...s3.objects.keys()]).toContain(completeCopy);
});

describe("the doctor", () => {
  const checkBucket = (changes: Record<string, string> = {}) => {
    const { s3: settings } = readConfig(environment(changes));
    if (!settings) throw new Error("no bucket");
    return withDeps(environment(), (deps) => checkBucketAccess(deps, settings));
  };
  test("finds nothing wrong with a bucket, and leaves nothing in it", async () => {
    expect(await checkBucket()).toBeNull();
    expect(s3.objects.size).toBe(0);
    s3.make("slow");
    expect(await checkBucket()).toBeNull();
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["bucket", { S3_BUCKET: "other" }, /no bucket other/],
    ["key", { S3_ACCESS_KEY_ID: "AKIAOTHER" }, /S3_ACCESS_KEY_ID/],
    ["secret", { S3_SECRET_ACCESS_KEY: "other" }, /S3_SECRET_ACCESS_KEY/],
    ["region", { S3_REGION: "eu-central-1" }, /S3_REGION/],
    ["address", { S3_ENDPOINT: "http://127.0.0.1:9" }, /can't be reached/],
  ])("names the wrong setting: %s", async (_, wrongSettings, expectedText) => {
    expect(await checkBucket(wrongSettings)).toMatch(expectedText);
  });

  test("reports a wrong clock", async () => {
    const slowClockServer = startS3Server({ now: () => new Date(Date.now() + 3_600_000) });
    expect(await checkBucket(slowClockServer.environment)).toContain("clock is wrong");
    await slowClockServer.stop();
  });
});

test("reports a bucket without its address or key", () => {
  expect(() => readConfig({ S3_BUCKET: "club" })).toThrow("S3_BUCKET needs S3_ENDPOINT");
});

describe("with a key or an encrypted file's name, a plain backup is rejected", () => {
  const key = { BACKUP_KEY: "a long secret" };
  /** An unencrypted archive, which someone with the bucket's keys could upload. */
  const backUpPlainly = async () => {
    await backUp();
    const [name = ""] = [...s3.objects.keys()];
    return Buffer.from(s3.objects.get(name) ?? "");
  };
  const refusedResult = {
    code: 1 as const,
    said: expect.stringContaining("isn't encrypted, so anybody could have made it"),
  };

  test("from the bucket, unless --unencrypted is set", async () => {
    const bytes = await backUpPlainly();
    s3.objects.set("backups/bookclub-2026-11-21.tar.enc", bytes);
    s3.objects.set("backups/bookclub-2026-11-21.tar", bytes);
    const address = "s3://club/backups/bookclub-2026-11-21.tar";
    expect(await restore(`${address}.enc`, key)).toEqual(refusedResult);
    expect(await restore(`${address}.enc`, {})).toEqual(refusedResult);
    expect(await restore(address, key)).toEqual(refusedResult);
    expect(existsSync(at("empty", "bookclub.db"))).toBe(false);
    expect(readdirSync(at("empty", "tmp"))).toEqual([]);
    expect(await restore(address, {})).toMatchObject({ code: 0 });
    expect(await restore(`${address}.enc`, key, "--unencrypted")).toMatchObject({ code: 0 });
  });

  test("are refused for a plain backup unless --unencrypted is set", async () => {
    writeFileSync(at("club.tar.enc"), await backUpPlainly());
    cpSync(at("club.tar.enc"), at("club.tar"));
    const [nightName = ""] = readdirSync(at("storage", "backups")).filter((name) => /^\d/.test(name));
    const folder = at("storage", "backups", nightName);
    for (const source of [at("club.tar.enc"), at("club.tar"), folder, join(folder, "bookclub.db")]) {
      expect([source, await restore(source, key)]).toEqual([source, refusedResult]);
      expect([source, await restore(source, key, "--unencrypted")]).toMatchObject([source, { code: 0 }]);
    }
    expect(await restore(at("club.tar.enc"), {})).toEqual(refusedResult);
    expect(await restore(at("club.tar"), {})).toMatchObject({ code: 0 });
  });

  test("restore an encrypted file from the bucket with its key", async () => {
    await backUp(key);
    const [name = ""] = [...s3.objects.keys()];
    writeFileSync(at("club.tar.enc"), s3.objects.get(name) ?? "");
    expect(await restore(at("club.tar.enc"), {})).toMatchObject({ said: expect.stringContaining("set BACKUP_KEY") });
    expect(await restore(at("club.tar.enc"), key)).toMatchObject({ code: 0 });
  });
});

describe("an encrypted stream", () => {
  const encryptAll = async (bytes: Uint8Array) => Buffer.concat(await Array.fromAsync(encryptBackup([bytes], "key")));
  const decryptAll = async (bytes: Uint8Array) =>
    Buffer.concat(
      await Array.fromAsync(
        decryptBackup(
          observeChunks([bytes], () => {}),
          "club.tar.enc",
          { key: "key", isUnencryptedAllowed: false },
        ),
      ),
    );

  test.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 3_500_000])("of %i bytes comes back unchanged", async (size) => {
    const bytes = Buffer.alloc(size, "bookclub");
    expect((await decryptAll(await encryptAll(bytes))).equals(bytes)).toBe(true);
  });

  test("that was cut, changed or reordered is rejected", async () => {
    const bytes = await encryptAll(Buffer.alloc(3_500_000, "x"));
    const blockBytes = 1024 * 1024 + 16;
    const changedBytes = Buffer.from(bytes);
    changedBytes[2_000_000] = (changedBytes[2_000_000] ?? 0) ^ 1;
    const reorderedBytes = Buffer.concat([
      bytes.subarray(0, 34),
      bytes.subarray(34 + blockBytes, 34 + 2 * blockBytes),
      bytes.subarray(34, 34 + blockBytes),
    ]);
    for (const badBytes of [
      bytes.subarray(0, -1),
      bytes.subarray(0, 34 + blockBytes),
      bytes.subarray(0, 34 + 2 * blockBytes),
      changedBytes,
      reorderedBytes,
    ])
      await expect(decryptAll(badBytes)).rejects.toThrow(/damaged|doesn't match/);
  });
});
