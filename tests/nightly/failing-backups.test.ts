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
let scratchMachine: Machine;
let smallClubMachine: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
  scratchMachine = await createMachine(0);
  smallClubMachine = await createMachine(0);
  await importBook(machine, "Emma", 60 * MB);
  await importBook(smallClubMachine, "Emma", MB);
}, 300_000);
afterAll(() => {
  if (canMount) Bun.spawnSync(["umount", disk]);
  rmSync(disk, { recursive: true });
  machine.remove();
  scratchMachine.remove();
  smallClubMachine.remove();
});

const inFolder = (part: string) => readdirSync(machine.folder).filter((name) => name.includes(part));
const titlesIn = (storage: string) => everyRow(storage)["books"]?.map((row) => String(JSON.parse(row).title));

test("leaves a complete file or none when killed (K02)", async () => {
  const target = join(machine.folder, "club.tar");
  expect((await machine.run("backup", join(machine.folder, "older.tar"))).exitCode).toBe(0);
  for (const delayMs of [20, 60, 100, 150, 200, 250, 300, 400]) {
    const child = machine.start("backup", target, "--overwrite");
    await Bun.sleep(delayMs);
    child.kill("SIGKILL");
    await child.exited;
    if (existsSync(target)) expect(await scratchMachine.run("restore", target)).toMatchObject({ exitCode: 0 });
  }
  expect(await machine.run("backup", target, "--overwrite")).toMatchObject({ exitCode: 0 });
  expect(inFolder("partial")).toEqual([]);
  for (const name of ["older.tar", "club.tar"]) {
    expect(await scratchMachine.run("restore", join(machine.folder, name))).toMatchObject({ exitCode: 0 });
    expect(titlesIn(scratchMachine.storage)).toEqual(["Emma"]);
  }
  // the server's start deletes temporary files of killed commands
  const server = await machine.serve();
  expect(readdirSync(join(machine.storage, "tmp"))).toEqual([]);
  await server.stop();
}, 300_000);

test.skipIf(!canMount)(
  "ends in one sentence on a small disk (needs mount)",
  async () => {
    const fullDiskRun = await machine.run("backup", join(disk, "club.tar"));
    expect(fullDiskRun).toMatchObject({ exitCode: 1, stdout: "" });
    expect(fullDiskRun.stderr).toContain(`disk is full: free some space in ${disk}`);
    expect(readdirSync(disk)).toEqual([]);

    const smallMachine = await createMachine(0, { STORAGE_DIR: join(disk, "storage") });
    const restoreRun = await smallMachine.run("restore", join(machine.folder, "older.tar"));
    expect(restoreRun.exitCode).toBe(1);
    expect(restoreRun.stderr).toContain("disk is full");
    expect(readdirSync(join(disk, "storage", "tmp"))).toEqual([]);
    expect(existsSync(join(disk, "storage", "bookclub.db"))).toBe(false);
    smallMachine.remove();
  },
  300_000,
);

test.skipIf(!canInject)(
  "finishes a killed restore at the next start (needs strace)",
  async () => {
    const [emmaPath, bothPath] = [join(smallClubMachine.folder, "emma.tar"), join(smallClubMachine.folder, "both.tar")];
    expect((await smallClubMachine.run("backup", emmaPath)).exitCode).toBe(0);
    await importBook(smallClubMachine, "Persuasion", MB);
    expect((await smallClubMachine.run("backup", bothPath)).exitCode).toBe(0);
    const outcomes = new Set<string>();
    for (let step = 1; ; step += 1) {
      const countBefore = titlesIn(smallClubMachine.storage)?.length;
      const renames = "rename,renameat,renameat2";
      smallClubMachine.runUnder(
        "strace",
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        `inject=${renames}:signal=KILL:when=${step}`,
      );
      const { exitCode } = await smallClubMachine.run("restore", countBefore === 2 ? emmaPath : bothPath);
      smallClubMachine.runUnder();
      if (exitCode !== 0 && existsSync(join(smallClubMachine.storage, "restore.json"))) {
        const verifyRun = await smallClubMachine.run("verify");
        expect(verifyRun.stderr).toContain("was interrupted: start the server");
      }
      await (await smallClubMachine.serve()).stop();
      expect(await smallClubMachine.run("verify")).toMatchObject({ exitCode: 0 });
      expect(existsSync(join(smallClubMachine.storage, "restore.json"))).toBe(false);
      const countAfter = titlesIn(smallClubMachine.storage)?.length;
      outcomes.add(exitCode === 0 ? "done" : countBefore === countAfter ? "old" : "new");
      if (exitCode === 0) break;
      expect(step).toBeLessThan(20);
    }
    expect([...outcomes].toSorted()).toEqual(["done", "new", "old"]);
  },
  300_000,
);
