import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AppError } from "#server/errors.ts";
import { hasOtherDisk } from "#tests/support/storage.ts";

import { createDerivedFiles } from "./derived-files.ts";
import { createDisk } from "./disk.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-prepared-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("doesn't retry an invalid file, but retries a missing one", async () => {
  let tries = 0;
  const run = async () => {
    tries += 1;
    throw new AppError("invalid", "This file can't be read.");
  };
  const derivedFiles = createDerivedFiles(createDisk(folder), { run });
  const source = join(folder, "emma.epub");
  for (let call = 1; call <= 2; call += 1) {
    await expect(derivedFiles.getOrCreate("emma", ["text", source])).rejects.toThrow("can't be read");
    expect(tries).toBe(call);
  }
  writeFileSync(source, "");
  for (let call = 1; call <= 2; call += 1)
    await expect(derivedFiles.getOrCreate("emma", ["text", source])).rejects.toThrow();
  expect(tries).toBe(3);
});

test("creates a file after its temporary folder was deleted", async () => {
  const run = async (args: readonly string[]) => writeFileSync(args.at(-1) ?? "", "text");
  const derivedFiles = createDerivedFiles(createDisk(folder), { run });
  rmSync(join(folder, "tmp"), { recursive: true, force: true });
  const path = await derivedFiles.getOrCreate("persuasion", ["text", join(folder, "emma.epub")]);
  expect(await Bun.file(path).text()).toBe("text");
});

test.skipIf(!hasOtherDisk)("creates a file if its temporary folder is on another disk", async () => {
  const otherDisk = mkdtempSync("/dev/shm/bookclub-tmp-");
  try {
    rmSync(join(folder, "tmp"), { recursive: true, force: true });
    symlinkSync(otherDisk, join(folder, "tmp"));
    const run = async (args: readonly string[]) => writeFileSync(args.at(-1) ?? "", "text");
    const derivedFiles = createDerivedFiles(createDisk(folder), { run });
    const path = await derivedFiles.getOrCreate("sanditon", ["text", join(folder, "emma.epub")]);
    expect(await Bun.file(path).text()).toBe("text");
  } finally {
    rmSync(otherDisk, { recursive: true });
  }
});
