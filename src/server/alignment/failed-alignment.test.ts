import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";

import { createDerivedFiles } from "#server/adapters/derived-files.ts";
import { KilledChildError, type Sandbox } from "#server/adapters/sandbox.ts";
import { createPack } from "#server/epub/ebooks.ts";
import { AppError } from "#server/errors.ts";
import { sweepCache } from "#server/storage/stored-files.ts";
import { inspectHere, isAligning } from "#tests/support/inspect-here.ts";
import { chaptersOf, CLEAR, randomNumbers, readAloud, writeText } from "#tests/support/narrated-text.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";

import { alignPendingBooks } from "./align-book.ts";
import { listTimingsCacheKeys } from "./timings-cache.ts";

let club: ReadingClub;
afterEach(() => club.close());

const random = randomNumbers(5);
const text = writeText(random, { chapters: 3, paragraphs: 8 });
const reading = readAloud(text, random, () => CLEAR);

async function openClub({ sandbox = inspectHere }: { sandbox?: Sandbox } = {}) {
  club = await createReadingClub(sandbox);
  await club.giveText({ chapters: chaptersOf(text) });
  await club.giveSpeech(reading);
}

const listen = () => alignPendingBooks(club.deps, new AbortController().signal);
const state = async () => (await club.get("match", club.chief)).sentences;

describe("a book that can't be aligned", () => {
  test("doesn't delay other books when it can't be read", async () => {
    let isBroken = true;
    await openClub({
      sandbox: {
        run: (args, ...others) => {
          const isFailing = isAligning(args) && isBroken;
          if (isFailing) isBroken = false;
          return isFailing ? Promise.reject(new Error("EIO: i/o error, read")) : inspectHere.run(args, ...others);
        },
      },
    });
    const { books } = club.deps.stores;
    const older = books.insert({ title: "Persuasion", author: "Jane Austen", month: "2020-01" }, "2020-01-01");
    const [text, sound] = [books.findFile(club.bookId, "ebook"), books.findFile(club.bookId, "audiobook")];
    if (text) books.replaceFile(older.id, "ebook", text, null);
    if (sound)
      books.replaceFile(
        older.id,
        "audiobook",
        { ...sound, sha256: "f".repeat(64) },
        { seconds: reading.seconds, chapters: [], warnings: [] },
      );
    await listen();
    const cachedFiles = await club.deps.disk.list(["cache/sentences"]);
    expect(cachedFiles.map(({ path }) => path)).toEqual([expect.stringContaining("f".repeat(64))]);
  });

  test("is aligned again when the database can't store the outcome", async () => {
    await openClub();
    using commit = spyOn(club.deps.stores, "transaction").mockImplementationOnce(() => {
      throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    });
    await listen();
    expect(await club.deps.disk.list(["cache/sentences"])).toEqual([]);
    await listen();
    expect(commit).toHaveBeenCalledTimes(2);
    expect(await club.deps.disk.list(["cache/sentences"])).toHaveLength(1);
  });

  test("isn't retried until its files change or an admin asks", async () => {
    const runs: string[] = [];
    const sandbox = (): Sandbox => ({
      run: (args, ...rest) => {
        if (!isAligning(args)) return inspectHere.run(args, ...rest);
        runs.push("align");
        return Promise.reject(tooMuch());
      },
    });
    await openClub({ sandbox: sandbox() });
    const start = () => createDerivedFiles(club.deps.disk, sandbox());
    const afterStart = () => ({ ...club.deps, alignmentFiles: start() });
    const listenAfterStart = () => alignPendingBooks(afterStart(), new AbortController().signal);
    for (let count = 0; count < 4; count += 1) await listenAfterStart();
    expect(runs).toHaveLength(1);
    expect(await sweepCache(club.deps, listTimingsCacheKeys(club.deps))).toBe(0);
    await listenAfterStart();
    expect(runs).toHaveLength(1);
    expect((await state()).state).toBe("not-possible");
    expect((await club.chief.call("DELETE", club.path("match"))).status).toBe(204);
    for (let times = 0; times < 3; times += 1) await listenAfterStart();
    expect(runs).toHaveLength(2);
    club.pass(1);
    await club.giveSpeech({ ...reading, seconds: reading.seconds + 3 });
    await listenAfterStart();
    expect(runs).toHaveLength(3);
  });

  test("is retried once after its child process was killed", async () => {
    const runs: string[] = [];
    let remainingKills = 1;
    const sandbox: Sandbox = {
      run: (args, ...rest) => {
        if (!isAligning(args)) return inspectHere.run(args, ...rest);
        runs.push("align");
        remainingKills -= 1;
        return remainingKills < 0 ? inspectHere.run(args, ...rest) : Promise.reject(new KilledChildError());
      },
    };
    await openClub({ sandbox });
    await listen();
    expect((await state()).state).toBe("waiting");
    await listen();
    expect((await state()).state).toBe("ready");
    expect((await club.chief.call("DELETE", club.path("match"))).status).toBe(204);
    remainingKills = 2;
    for (let times = 0; times < 4; times += 1) await listen();
    expect((await state()).state).toBe("not-possible");
    expect(runs).toHaveLength(4);
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
  });

  test("is tried once when its eBook can only be downloaded", async () => {
    const sandbox: Sandbox = {
      run: async (args, ...rest) => {
        const result = await inspectHere.run(args, ...rest);
        if (args[0] === "epub") writeUnreadablePack(args.at(-1) ?? "");
        return result;
      },
    };
    await openClub({ sandbox });
    for (let times = 0; times < 3; times += 1) await listen();
    expect(club.logged.filter((line) => line.includes("aligning failed"))).toHaveLength(1);
  });

  test("is reported when it's rejected or not on the disk", async () => {
    await openClub({
      sandbox: {
        run: (args, ...rest) => (isAligning(args) ? Promise.reject(tooMuch()) : inspectHere.run(args, ...rest)),
      },
    });
    await listen();
    expect((await state()).state).toBe("not-possible");
    club.pass(1);
    await club.giveSound([], 300);
    await club.close();
    await openClub();
    await club.giveSound([], 300);
    await listen();
    expect((await state()).state).toBe("not-possible");
  });

  test("leaves no temporary files of its child process", async () => {
    await openClub({
      sandbox: {
        run: async (args, ...rest) => {
          if (!isAligning(args)) return inspectHere.run(args, ...rest);
          for (const suffix of ["", "-audio"]) await Bun.write(`${args.at(-1)}${suffix}`, "half");
          throw tooMuch();
        },
      },
    });
    await listen();
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
  });
});

function writeUnreadablePack(path: string) {
  rmSync(path);
  const pack = createPack(path);
  pack.finish({ fault: "A chapter is missing." });
  pack.close();
}

function tooMuch(): Error {
  return new AppError("invalid", "Reading this file takes too much memory or time.");
}
