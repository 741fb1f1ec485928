import { expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";

import { addBook, clubFolders, onClub, titlesOf } from "#tests/support/club-folders.ts";

import { findHook, runCommand } from "./run.ts";

const { at } = clubFolders();
const callHook = (hook: string, storage: string) =>
  runCommand(findHook(`/hooks/${hook}`) ?? [], {
    environment: { STORAGE_DIR: at(storage), LOG_LEVEL: "error" },
    print: () => {},
    printError: () => {},
  });

test("restores a torn copied database through the hooks", async () => {
  await onClub(at("a"), async (deps) => {
    await addBook(deps, "Emma");
    expect(await callHook("pre-backup", "a")).toBe(0);
    await addBook(deps, "Persuasion");
    cpSync(at("a"), at("b"), { recursive: true });
  });
  writeFileSync(at("b", "bookclub.db"), "torn");
  expect(await callHook("post-restore", "b")).toBe(0);
  expect(await titlesOf(at("b"))).toEqual(["Emma"]);
  expect(existsSync(at("b", "backups", "while-copied.db"))).toBe(false);
  // a second copy replaces the first
  for (const _ of [1, 2]) expect(await callHook("pre-backup", "a")).toBe(0);
  expect(readdirSync(at("a", "backups"))).toEqual(["while-copied.db"]);
});

test("fails without a club, or without a copy of a whole database", async () => {
  for (const hook of ["pre-backup", "post-restore"]) expect(await callHook(hook, "nothing")).toBe(1);
  await onClub(at("a"), (deps) => addBook(deps, "Emma"));
  expect(await callHook("post-restore", "a")).toBe(0);
  expect(await titlesOf(at("a"))).toEqual(["Emma"]);
  writeFileSync(at("a", "bookclub.db"), "torn");
  expect(await callHook("post-restore", "a")).toBe(1);
});

test("the hooks are called by the names of links to the executable", () => {
  expect(findHook("/hooks/pre-backup")).toEqual(["hook", "pre-backup"]);
  for (const program of ["sleep", "/usr/local/bin/sleep"]) expect(findHook(program)).toEqual(["hook", "sleep"]);
  for (const program of ["/usr/local/bin/bookclub", "pre-backup", "/hooks/other", "bun"])
    expect(findHook(program)).toBeNull();
});
