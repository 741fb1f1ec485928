import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";

import { createAlignmentCache } from "#server/adapters/alignment-cache.ts";
import { createDerivedFiles } from "#server/adapters/derived-files.ts";
import { KilledChildError, type Sandbox } from "#server/adapters/sandbox.ts";
import { createPack } from "#server/epub/ebooks.ts";
import { AppError } from "#server/errors.ts";
import { deleteUnreferencedCache } from "#server/storage/stored-files.ts";
import { inspectHere, isAligning } from "#tests/support/inspect-here.ts";
import { chaptersOf, CLEAR, randomNumbers, readAloud, writeText } from "#tests/support/narrated-text.ts";
import { until } from "#tests/support/poll-until.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";

import { alignPendingBooks } from "./align-book.ts";
import { listTimingsCacheKeys } from "./timings-cache.ts";

let club: ReadingClub;
afterEach(() => club.close());

const nextRandom = randomNumbers(5);
const text = writeText(nextRandom, { chapters: 3, paragraphs: 8 });
const reading = readAloud(text, nextRandom, () => CLEAR);

async function openClub({ sandbox = inspectHere }: { sandbox?: Sandbox } = {}) {
  club = await createReadingClub(sandbox);
  await club.giveText({ chapters: chaptersOf(text) });
  await club.giveSpeech(reading);
}

/** As after a start of the server: memory is empty, files stay. */
const alignAfterStart = (sandbox: Sandbox) =>
  alignPendingBooks(
    {
      ...club.deps,
      alignmentFiles: createDerivedFiles(club.deps.disk, sandbox),
      alignments: createAlignmentCache(),
    },
    new AbortController().signal,
  );
const alignBooks = () => alignPendingBooks(club.deps, new AbortController().signal);
const getState = async () => (await club.get("match", club.chief)).sentences;

describe("a book that can't be aligned", () => {
  test("doesn't delay other books when it can't be read", async () => {
    let isBroken = true;
    await openClub({
      sandbox: {
        run: (args, ...otherArgs) => {
          const isFailing = isAligning(args) && isBroken;
          if (isFailing) isBroken = false;
          return isFailing ? Promise.reject(new Error("EIO: i/o error, read")) : inspectHere.run(args, ...otherArgs);
        },
      },
    });
    const { books } = club.deps.stores;
    const olderBook = books.insert({ title: "Persuasion", author: "Jane Austen", month: "2020-01" }, "2020-01-01");
    const [text, audioFile] = [books.findFile(club.bookId, "ebook"), books.findFile(club.bookId, "audiobook")];
    if (text) books.replaceFile(olderBook.id, "ebook", text, null);
    if (audioFile)
      books.replaceFile(
        olderBook.id,
        "audiobook",
        { ...audioFile, sha256: "f".repeat(64) },
        { seconds: reading.seconds, chapters: [], warnings: [] },
      );
    await alignBooks();
    const cachedFiles = await club.deps.disk.list(["cache/sentences"]);
    expect(cachedFiles.map(({ path }) => path)).toEqual([expect.stringContaining("f".repeat(64))]);
  });

  test("is aligned again when the database can't store the outcome", async () => {
    await openClub();
    using transaction = spyOn(club.deps.stores, "transaction").mockImplementationOnce(() => {
      throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    });
    await alignBooks();
    expect(await club.deps.disk.list(["cache/sentences"])).toEqual([]);
    await alignBooks();
    expect(transaction).toHaveBeenCalledTimes(2);
    expect(await club.deps.disk.list(["cache/sentences"])).toHaveLength(1);
  });

  test("isn't retried until its files change or an admin asks", async () => {
    const runs: string[] = [];
    const sandbox: Sandbox = {
      run: (args, ...otherArgs) => {
        if (!isAligning(args)) return inspectHere.run(args, ...otherArgs);
        runs.push("align");
        return Promise.reject(createTooMuchError());
      },
    };
    await openClub({ sandbox });
    for (let run = 0; run < 4; run += 1) await alignAfterStart(sandbox);
    expect(runs).toHaveLength(1);
    expect(await deleteUnreferencedCache(club.deps, listTimingsCacheKeys(club.deps))).toBe(0);
    await alignAfterStart(sandbox);
    expect(runs).toHaveLength(1);
    expect((await getState()).state).toBe("not-possible");
    expect((await club.chief.call("DELETE", club.path("match"))).status).toBe(204);
    for (let run = 0; run < 3; run += 1) await alignAfterStart(sandbox);
    expect(runs).toHaveLength(2);
    club.pass(1);
    await club.giveSpeech({ ...reading, seconds: reading.seconds + 3 });
    await alignAfterStart(sandbox);
    expect(runs).toHaveLength(3);
  });

  test("is retried once after its child process was killed", async () => {
    const runs: string[] = [];
    let remainingKills = 1;
    const sandbox: Sandbox = {
      run: (args, ...otherArgs) => {
        if (!isAligning(args)) return inspectHere.run(args, ...otherArgs);
        runs.push("align");
        remainingKills -= 1;
        return remainingKills < 0 ? inspectHere.run(args, ...otherArgs) : Promise.reject(new KilledChildError());
      },
    };
    await openClub({ sandbox });
    await alignBooks();
    expect((await getState()).state).toBe("waiting");
    await alignBooks();
    expect((await getState()).state).toBe("ready");
    expect((await club.chief.call("DELETE", club.path("match"))).status).toBe(204);
    remainingKills = 2;
    for (let run = 0; run < 4; run += 1) await alignBooks();
    expect((await getState()).state).toBe("not-possible");
    expect(runs).toHaveLength(4);
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
  });

  test("rests after two runs that ended with the server", async () => {
    let runs = 0;
    const isKilled = Promise.withResolvers<never>();
    const sandbox: Sandbox = {
      run: (args, ...otherArgs) => {
        if (!isAligning(args)) return inspectHere.run(args, ...otherArgs);
        runs += 1;
        return isKilled.promise;
      },
    };
    await openClub({ sandbox });
    for (const count of [1, 2]) {
      void alignAfterStart(sandbox);
      await until(() => runs === count);
    }
    expect(await deleteUnreferencedCache(club.deps, listTimingsCacheKeys(club.deps))).toBe(0);
    await alignAfterStart(sandbox);
    expect(runs).toBe(2);
    expect((await getState()).state).toBe("not-possible");
  });

  test("is tried once when its eBook can only be downloaded", async () => {
    const sandbox: Sandbox = {
      run: async (args, ...otherArgs) => {
        const result = await inspectHere.run(args, ...otherArgs);
        if (args[0] === "epub") writeUnreadablePack(args.at(-1) ?? "");
        return result;
      },
    };
    await openClub({ sandbox });
    for (let run = 0; run < 3; run += 1) await alignBooks();
    expect(club.logged.filter((line) => line.includes("aligning failed"))).toHaveLength(1);
  });

  test("is reported when it's rejected or not on the disk", async () => {
    await openClub({
      sandbox: {
        run: (args, ...otherArgs) =>
          isAligning(args) ? Promise.reject(createTooMuchError()) : inspectHere.run(args, ...otherArgs),
      },
    });
    await alignBooks();
    expect((await getState()).state).toBe("not-possible");
    club.pass(1);
    await club.giveSound([], 300);
    await club.close();
    await openClub();
    await club.giveSound([], 300);
    await alignBooks();
    expect((await getState()).state).toBe("not-possible");
  });

  test("leaves no temporary files of its child process", async () => {
    await openClub({
      sandbox: {
        run: async (args, ...otherArgs) => {
          if (!isAligning(args)) return inspectHere.run(args, ...otherArgs);
          for (const suffix of ["", "-audio"]) await Bun.write(`${args.at(-1)}${suffix}`, "half");
          throw createTooMuchError();
        },
      },
    });
    await alignBooks();
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
  });
});

function writeUnreadablePack(path: string) {
  rmSync(path);
  using pack = createPack(path);
  pack.finish({ fault: "A chapter is missing." });
}

function createTooMuchError(): Error {
  return new AppError("invalid", "Reading this file takes too much memory or time.");
}
