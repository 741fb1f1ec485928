import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { VERSION } from "#server/config.ts";

import { runCommand } from "./run.ts";

let storage: string;
beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), "bookclub-cli-"));
});
afterEach(() => rmSync(storage, { recursive: true, force: true }));

const runInProcess = async (...args: string[]) => {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(args, {
    environment: { STORAGE_DIR: storage },
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: output, errors };
};

/** In a child process, because dropping root is permanent. */
const runExecutable = (...args: string[]) =>
  Bun.spawnSync([process.execPath, join(import.meta.dir, "../main.ts"), ...args], {
    env: { STORAGE_DIR: storage, PATH: process.env["PATH"] ?? "" },
  });

describe("the command line", () => {
  test("prints the version, without a commit for edited sources", async () => {
    for (const word of ["version", "--version"])
      expect(await runInProcess(word)).toEqual({ code: 0, out: [`${VERSION} (dev)`], errors: [] });
  });

  test("reports a failing disk of the database in a sentence", async () => {
    for (const code of ["SQLITE_READONLY", "SQLITE_IOERR_FSYNC"]) {
      const errors: string[] = [];
      const print = () => {
        throw Object.assign(new Error("attempt to write a readonly database"), { code });
      };
      expect(await runCommand(["version"], { environment: {}, print, printError: (line) => errors.push(line) })).toBe(
        1,
      );
      expect(errors).toEqual([expect.stringContaining("The database's disk can't be written")]);
    }
  });

  test.each([
    ["EFBIG", "The disk can't store a file of this size"],
    ["ENOTDIR", "A file can't be used (ENOTDIR: it failed, write)"],
  ])("reports the system's %s in a sentence", async (code, sentence) => {
    const errors: string[] = [];
    const print = () => {
      throw Object.assign(new Error(`${code}: it failed, write`), { code, syscall: "write" });
    };
    await runCommand(["version"], { environment: {}, print, printError: (line) => errors.push(line) });
    expect(errors).toEqual([expect.stringContaining(sentence)]);
    expect(errors[0]).not.toContain("\n");
  });

  test("lists every command, and each has --help", async () => {
    const { code, out } = await runInProcess("--help");
    expect(code).toBe(0);
    const verbs = [...out.join("\n").matchAll(/^ {2}bookclub ((?:[a-z-]+ )+) /gm)].map(([, name = ""]) => name.trim());
    expect(verbs).toContain("admin reset-password");
    for (const verb of verbs) {
      const helpResult = await runInProcess(...verb.split(" "), "--help");
      expect(helpResult.code).toBe(0);
      expect(helpResult.out.join("\n")).toContain(`bookclub ${verb === "serve" ? "[serve]" : verb}`);
    }
  });

  test("exits after wrong usage with code 2 and one plain sentence", async () => {
    for (const args of [
      ["nonsense"],
      ["admin"],
      ["invite", "create", "--uses", "0"],
      ["version", "extra"],
      ["version", "--x"],
    ]) {
      const { code, out, errors } = await runInProcess(...args);
      expect([args, code, out]).toEqual([args, 2, []]);
      expect(errors[0]).toStartWith("bookclub: ");
    }
    const { errors } = await runInProcess("invite", "create", "--expires-days", "-1");
    expect(errors[0]?.split("\n")[0]).toBe("bookclub: Option '--expires-days' argument is ambiguous.");
    expect(errors[0]?.split("\n")[1]).toStartWith("bookclub invite create");
    expect((await runInProcess("admin", "create", "--username", "ada")).errors[0]).toContain("--email is missing.");
  });

  test("suggests full commands for an incomplete one", async () => {
    expect((await runInProcess("invite")).errors).toEqual([
      "bookclub: 'invite' is incomplete: try 'bookclub invite create' or 'bookclub invite list'.",
    ]);
  });

  test("creates no club in a mistyped STORAGE_DIR", async () => {
    const message = `bookclub: There is no club in ${storage} yet: check STORAGE_DIR, or start the server.`;
    for (const verb of ["verify", "backup", "invite list", "admin reset-password ada", "email send-monthly"])
      expect(await runInProcess(...verb.split(" "))).toEqual({ code: 1, out: [], errors: [message] });
    expect(readdirSync(storage)).toEqual([]);
  });

  test("doesn't mistake a failed restore's leftovers for a club", async () => {
    writeFileSync(join(storage, "notes.tar"), "not a backup");
    expect((await runInProcess("restore", join(storage, "notes.tar"))).code).toBe(1);
    expect(await runInProcess("verify")).toMatchObject({ code: 1, out: [] });
    expect((await runInProcess("doctor")).out).toEqual([expect.stringContaining(`There is no club in ${storage} yet`)]);
  });

  test.skipIf(process.getuid?.() !== 0)("changes to the storage's owner when run as root", async () => {
    chownSync(storage, 65_534, 65_534);
    const backup = `${storage}.tar`;
    runExecutable("invite", "create");
    runExecutable("backup");
    runExecutable("backup", backup);
    const listOwners = () =>
      new Set(readdirSync(storage, { recursive: true }).map((name) => statSync(join(storage, String(name))).uid));
    expect(listOwners()).toEqual(new Set([65_534]));
    rmSync(storage, { recursive: true });
    storage = mkdtempSync(join(tmpdir(), "bookclub-cli-"));
    chownSync(storage, 65_534, 65_534);
    expect(runExecutable("restore", backup)).toMatchObject({ exitCode: 0 });
    rmSync(backup);
    expect(listOwners()).toEqual(new Set([65_534]));
    // a folder replaced by a link must not lead to root's files
    const rootFolder = mkdtempSync(join(tmpdir(), "bookclub-root-"));
    writeFileSync(join(rootFolder, "bookclub.db"), "secret", { mode: 0o600 });
    rmSync(join(storage, "bookclub.db"));
    symlinkSync(join(rootFolder, "bookclub.db"), join(storage, "bookclub.db"));
    for (const verb of ["verify", "backup", "invite list"])
      expect(String(runExecutable(...verb.split(" ")).stderr)).toContain("can't be opened");
    expect([statSync(rootFolder).uid, readdirSync(rootFolder)]).toEqual([0, ["bookclub.db"]]);
    rmSync(rootFolder, { recursive: true });
  });

  test("exits after a failed task with code 1", async () => {
    await runInProcess("invite", "create");
    expect(await runInProcess("admin", "reset-password", "nobody")).toEqual({
      code: 1,
      out: [],
      errors: ["bookclub: There is no member called 'nobody'."],
    });
  });

  test("creates an invitation, with only the code on standard output", async () => {
    const { code, out, errors } = await runInProcess("invite", "create", "--uses", "3", "--expires-days", "7");
    expect(code).toBe(0);
    expect(out).toHaveLength(1);
    expect(out[0]).toMatch(/^[0-9A-Z-]{19}$/);
    expect(errors[0]).toContain(`/auth?invite=${out[0]}`);
    expect((await runInProcess("invite", "list")).out[0]).toMatch(
      /^1: open, 0 of 3 used, member, until \d{4}-\d\d-\d\d$/,
    );
  });
});
