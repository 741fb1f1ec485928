import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildCommit } from "./commit.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-commit-"));
const git = async (...args: string[]) =>
  (await Bun.$`git -c user.name=Mia -c user.email=mia@example.org ${args}`.cwd(folder).quiet().text()).trim();

beforeAll(async () => {
  await git("init");
  writeFileSync(join(folder, "club.txt"), "one");
  await git("add", ".");
  await git("commit", "--message", "Club: one");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("names a build after its commit, unless a file differs", async () => {
  expect(await buildCommit(folder)).toBe((await git("rev-parse", "HEAD")).slice(0, 12));
  writeFileSync(join(folder, "new.txt"), "two");
  expect(await buildCommit(folder)).toBe("dev");
});

test("without a repository it's named dev", async () => {
  const emptyDirectory = mkdtempSync(join(tmpdir(), "bookclub-commit-"));
  expect(await buildCommit(emptyDirectory)).toBe("dev");
  rmSync(emptyDirectory, { recursive: true });
});
