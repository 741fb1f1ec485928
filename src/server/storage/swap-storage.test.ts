import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { finishSwap, isSwapUnfinished } from "./swap-storage.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bookclub-swap-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const parts = ["books", "covers", "avatars", "bookclub.db-wal", "bookclub.db-shm", "bookclub.db"];

function createBothStorages() {
  rmSync(root, { recursive: true });
  for (const [folder, text] of [
    ["", "old"],
    ["staged", "new"],
  ] as const) {
    for (const part of parts.slice(0, 3)) {
      mkdirSync(join(root, folder, part), { recursive: true });
      writeFileSync(join(root, folder, part, "file"), text);
    }
    writeFileSync(join(root, folder, "bookclub.db"), text);
  }
  writeFileSync(join(root, "bookclub.db-wal"), "old");
  writeFileSync(join(root, "restore.json"), JSON.stringify({ staged: "staged", aside: "aside", parts }));
}

/** Every rename of a whole swap, in order. */
const renames = parts.flatMap((part) => [
  [part, `aside/${part}`],
  [`staged/${part}`, part],
]);

test("finishes an interrupted swap, and keeps the old storage", () => {
  for (let doneCount = 0; doneCount <= renames.length; doneCount += 1) {
    createBothStorages();
    if (doneCount > 0) mkdirSync(join(root, "aside"));
    for (const [fromPath = "", toPath = ""] of renames.slice(0, doneCount))
      if (existsSync(join(root, fromPath))) renameSync(join(root, fromPath), join(root, toPath));
    expect(isSwapUnfinished(root)).toBe(true);
    finishSwap(root);
    expect(readdirSync(root).toSorted()).toEqual(["aside", "avatars", "bookclub.db", "books", "covers"]);
    for (const file of ["bookclub.db", "books/file", "covers/file", "avatars/file"]) {
      expect(`${doneCount} ${file} ${readFileSync(join(root, file), "utf8")}`).toBe(`${doneCount} ${file} new`);
      expect(readFileSync(join(root, "aside", file), "utf8")).toBe("old");
    }
    expect(readFileSync(join(root, "aside/bookclub.db-wal"), "utf8")).toBe("old");
  }
});

test("without an interrupted swap there is nothing to finish", () => {
  finishSwap(root);
  expect(readdirSync(root)).toEqual([]);
});
