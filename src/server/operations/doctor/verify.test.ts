import { expect, test } from "bun:test";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { addBook, clubFolders, onClub } from "#tests/support/club-folders.ts";

import { verifyStorage } from "./verify.ts";

const { at } = clubFolders();

test("names each file that is missing, too short or changed", async () => {
  const [missingPath = "", shortPath = "", changedPath = ""] = await onClub(at("a"), async (deps) => [
    await addBook(deps, "Emma"),
    await addBook(deps, "Persuasion"),
    await addBook(deps, "Sanditon"),
  ]);
  rmSync(at("a", missingPath));
  writeFileSync(at("a", shortPath), "x");
  const bytes = readFileSync(at("a", changedPath));
  chmodSync(at("a", changedPath), 0o600);
  writeFileSync(at("a", changedPath), bytes.toReversed());
  writeFileSync(at("a", "books", "orphan"), "x");
  const { issues, notes } = await onClub(at("a"), (deps) => verifyStorage(deps));
  expect(issues.map((issue) => issue.split(" ").slice(0, 3).join(" "))).toEqual([
    `${missingPath} is missing`,
    `${shortPath} has 1`,
    `${changedPath} is damaged:`,
  ]);
  expect(notes[0]).toBe("1 unused file (1 byte). The server deletes its own within a day.");
});
