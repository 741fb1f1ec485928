import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMachine, importBook, type Machine } from "#tests/support/machine.ts";
import { everyRow } from "#tests/support/stored-rows.ts";
import { canInject } from "#tests/support/strace.ts";

const MB = 1024 * 1024;
const isRoot = process.getuid?.() === 0;
const disk = mkdtempSync(join(tmpdir(), "bookclub-small-disk-"));
const canMount =
  isRoot &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], { stderr: "ignore" }).exitCode === 0;

let machine: Machine;
let scratch: Machine;
let small: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
  scratch = await createMachine(0);
  small = await createMachine(0);
  await importBook(machine, "Emma", 60 * MB);
  await importBook(small, "Emma", MB);
}, 300_000);
afterAll(() => {
  if (canMount) Bun.spawnSync(["umount", disk]);
  rmSync(disk, { recursive: true });
  machine.remove();
  scratch.remove();
  small.remove();
});

const inFolder = (part: string) => readdirSync(machine.folder).filter((name) => name.includes(part));
const titles = (storage: string) => everyRow(storage)["books"]?.map((row) => String(JSON.parse(row).title));

test("leaves a complete file or none when killed (K02)", async () => {
  const target = join(machine.folder, "club.tar");
  expect((await machine.run("backup", join(machine.folder, "older.tar"))).exitCode).toBe(0);
  for (const delay of [20, 60, 100, 150, 200, 250, 300, 400]) {
    const child = machine.start("backup", target, "--overwrite");
    await Bun.sleep(delay);
    child.kill("SIGKILL");
    await child.exited;
    if (existsSync(target)) expect(await scratch.run("restore", target)).toMatchObject({ exitCode: 0 });
  }
  expect(await machine.run("backup", target, "--overwrite")).toMatchObject({ exitCode: 0 });
  expect(inFolder("partial")).toEqual([]);
  for (const name of ["older.tar", "club.tar"]) {
    expect(await scratch.run("restore", join(machine.folder, name))).toMatchObject({ exitCode: 0 });
    expect(titles(scratch.storage)).toEqual(["Emma"]);
  }
  // the server's start deletes temporary files of killed commands
  const server = await machine.serve();
  expect(readdirSync(join(machine.storage, "tmp"))).toEqual([]);
  await server.stop();
}, 300_000);

test.skipIf(!canMount)(
  "ends in one sentence on a small disk (needs mount)",
  async () => {
    const full = await machine.run("backup", join(disk, "club.tar"));
    expect(full).toMatchObject({ exitCode: 1, stdout: "" });
    expect(full.stderr).toContain(`disk is full: free some space in ${disk}`);
    expect(readdirSync(disk)).toEqual([]);

    const smallMachine = await createMachine(0, { STORAGE_DIR: join(disk, "storage") });
    const restored = await smallMachine.run("restore", join(machine.folder, "older.tar"));
    expect(restored.exitCode).toBe(1);
    expect(restored.stderr).toContain("disk is full");
    expect(readdirSync(join(disk, "storage", "tmp"))).toEqual([]);
    expect(existsSync(join(disk, "storage", "bookclub.db"))).toBe(false);
    smallMachine.remove();
  },
  300_000,
);

test.skipIf(!canInject)(
  "finishes a killed restore at the next start (needs strace)",
  async () => {
    const [emma, both] = [join(small.folder, "emma.tar"), join(small.folder, "both.tar")];
    expect((await small.run("backup", emma)).exitCode).toBe(0);
    await importBook(small, "Persuasion", MB);
    expect((await small.run("backup", both)).exitCode).toBe(0);
    const outcomes = new Set<string>();
    for (let step = 1; ; step += 1) {
      const before = titles(small.storage)?.length;
      const renames = "rename,renameat,renameat2";
      small.runUnder("strace", "-f", "-qq", "-o", "/dev/null", "-e", `inject=${renames}:signal=KILL:when=${step}`);
      const { exitCode } = await small.run("restore", before === 2 ? emma : both);
      small.runUnder();
      if (exitCode !== 0 && existsSync(join(small.storage, "restore.json"))) {
        const refused = await small.run("verify");
        expect(refused.stderr).toContain("was interrupted: start the server");
      }
      await (await small.serve()).stop();
      expect(await small.run("verify")).toMatchObject({ exitCode: 0 });
      expect(existsSync(join(small.storage, "restore.json"))).toBe(false);
      const after = titles(small.storage)?.length;
      outcomes.add(exitCode === 0 ? "done" : before === after ? "old" : "new");
      if (exitCode === 0) break;
      expect(step).toBeLessThan(20);
    }
    expect([...outcomes].toSorted()).toEqual(["done", "new", "old"]);
  },
  300_000,
);
