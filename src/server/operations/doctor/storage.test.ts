import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { explainAccess } from "#db/account.ts";

import { checkModes } from "./storage.ts";

const root = mkdtempSync(join(tmpdir(), "bookclub-account-"));
const folder = join(root, 'our "club" $HOME `id` \\ *');

/** Runs the command that a message names. */
const runCommand = (message: string) =>
  Bun.spawnSync(["sh", "-c", / '((?:chmod|install|chown) .*)'\.$/.exec(message)?.[1] ?? "exit 9"]).exitCode;

test.skipIf(process.platform === "win32")("names commands that work for any folder", async () => {
  expect(runCommand(explainAccess(folder))).toBe(0);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, "open"), "");
  // what the shell would otherwise find
  mkdirSync(join(root, "our"), { mode: 0o755 });
  chmodSync(join(folder, "open"), 0o644);
  const [finding] = await checkModes(folder);
  expect(runCommand(finding?.message ?? "")).toBe(0);
  expect([statSync(join(folder, "open")).mode & 0o077, statSync(join(root, "our")).mode & 0o077]).toEqual([0, 0o055]);
  rmSync(root, { recursive: true });
});
