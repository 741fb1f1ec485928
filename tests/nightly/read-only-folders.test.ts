import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { createMachine, importBook, type Machine } from "#tests/support/machine.ts";

const run = (...command: string[]) => Bun.spawnSync(command, { stderr: "ignore" }).exitCode === 0;
/** Mounting needs root and a kernel that allows it; containers may not. */
const canMount = process.getuid?.() === 0 && Bun.which("mount") !== null;

let machine: Machine;
let mountedFolder = "";
beforeEach(async () => {
  machine = await createMachine(0);
  await importBook(machine, "Emma", 100_000);
});
afterEach(() => {
  run("umount", "--lazy", mountedFolder);
  machine.remove();
});

/** As a disk is after an error. */
function mountReadOnly(folder: string): string {
  mountedFolder = join(machine.storage, folder);
  if (!existsSync(mountedFolder)) mkdirSync(mountedFolder);
  chmodSync(mountedFolder, 0o700);
  expect(run("mount", "--bind", mountedFolder, mountedFolder)).toBe(true);
  expect(run("mount", "-o", "remount,bind,ro", mountedFolder)).toBe(true);
  return mountedFolder;
}

test.skipIf(!canMount).each(["books", "covers", "avatars", "tmp", "uploads"])(
  "names the read-only disk of %s at the start",
  async (folder) => {
    const path = mountReadOnly(folder);
    const { exitCode, stderr } = await machine.run();
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`The folder ${path} can't be made or changed: its disk is mounted read-only.`),
    ]);
  },
  300_000,
);

test.skipIf(!canMount)(
  "doctor and backup name the read-only disk of backups",
  async () => {
    const path = mountReadOnly("backups");
    const server = await machine.serve();
    const doctor = await machine.run("doctor");
    expect(doctor.stdout).toContain(
      `FIX   Backups: No backup can be stored in ${path}: its disk is mounted read-only.`,
    );
    const ownFile = join(machine.folder, "club.tar");
    const { exitCode, stdout, stderr } = await machine.run("backup", ownFile);
    // it's made, but can't be recorded
    expect([exitCode, stdout]).toEqual([1, ownFile]);
    expect(stderr).toContain(`No backup can be stored in ${path}: its disk is mounted read-only.`);
    expect((await machine.run("backup")).stderr).toContain(`No backup can be stored in ${path}`);
    expect(await server.stop()).toBe(0);
  },
  300_000,
);
