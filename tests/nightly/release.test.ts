import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildCommit } from "../../scripts/commit.ts";

/** Two checkouts of this commit, in folders with different names. */
const folder = mkdtempSync(join(tmpdir(), "bookclub-release-"));
const checkouts = ["one", "the other"].map((name) => join(folder, name));
const run = (checkout: string, ...command: string[]) =>
  Bun.spawnSync(command, { cwd: checkout, env: process.env, stdout: "pipe", stderr: "pipe" });
const buildRelease = (checkout: string) => run(checkout, process.execPath, "scripts/with-bun.mjs", "release");
const file = (checkout: string, name: string) => join(checkout, "dist/release", name);

const commit = await buildCommit();
const reason = !Bun.which("dpkg-deb")
  ? "dpkg-deb is missing"
  : commit === "dev"
    ? "files differ from the commit"
    : null;
if (reason !== null) console.log(`Releases aren't tested: ${reason}.`);

beforeAll(() => {
  if (reason !== null) return;
  for (const checkout of checkouts) expect(run(".", "git", "clone", "--quiet", ".", checkout).exitCode).toBe(0);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(reason !== null)(
  "builds the same bytes anywhere (needs dpkg-deb, no changes)",
  () => {
    const checksums = checkouts.map((checkout) => {
      const { exitCode, stderr } = buildRelease(checkout);
      expect([exitCode, stderr.toString()]).toEqual([0, expect.any(String)]);
      expect(run(join(checkout, "dist/release"), "sha256sum", "--check", "--quiet", "SHA256SUMS").exitCode).toBe(0);
      return readFileSync(file(checkout, "SHA256SUMS"), "utf8");
    });
    const [firstSum = "", secondSum] = checksums;
    expect(firstSum.trim().split("\n")).toHaveLength(8);
    expect(secondSum).toBe(firstSum);

    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    if (process.platform !== "linux") return;
    const program = file(checkouts[0] ?? "", `bookclub-${version}-linux-${process.arch}`);
    expect(run(folder, program, "version").stdout.toString()).toBe(`${version} (${commit})\n`);
  },
  600_000,
);

test.skipIf(reason !== null)(
  "no release is made while a file differs from the commit",
  () => {
    const [checkout = ""] = checkouts;
    writeFileSync(join(checkout, "README.md"), "changed");
    const { exitCode, stderr } = buildRelease(checkout);
    expect(exitCode).toBe(1);
    expect(stderr.toString()).toContain("some files here differ from it");
  },
  300_000,
);
