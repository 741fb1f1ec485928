import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { createMachine, importBook, type Machine } from "#tests/support/machine.ts";

/** An account without a name here, and one that may change owners of folders. */
const UID = 64_321;
const isRoot = process.getuid?.() === 0;

let machine: Machine;
beforeEach(async () => {
  machine = await createMachine(UID);
});
afterEach(() => machine.remove());

const pathOf = (...path: string[]) => join(machine.storage, ...path);
const chownCommand = `chown -R ${UID}:${UID} `;
const runChown = () => Bun.spawnSync(["sh", "-c", chownCommand + machine.storage]);
const expectServes = async () => expect(await (await machine.serve()).stop()).toBe(0);

test.skipIf(!isRoot)(
  "rejects another account's files, and says why (needs root)",
  async () => {
    await expectServes();
    // as after a command, a restore or a copy by root
    for (const path of ["", "bookclub.db", "serve.lock", "books", "covers", "avatars", "tmp", "uploads"]) {
      chownSync(pathOf(path), 0, 0);
      for (const command of path === "bookclub.db" ? [[], ["verify"]] : [[]]) {
        const { exitCode, stdout, stderr } = await machine.run(...command);
        expect([path, exitCode, stdout, stderr.split("\n").length]).toEqual([path, 1, "", 1]);
        expect(stderr).toContain(
          `this program runs as uid ${UID}, and ${path === "" ? machine.storage : pathOf(path)} belongs`,
        );
        expect(stderr).toContain(`Run '${chownCommand}${machine.storage}'.`);
      }
      runChown();
      await expectServes();
    }
  },
  120_000,
);

test.skipIf(!isRoot)("doctor checks the rest beside a foreign folder (needs root)", async () => {
  await importBook(machine, "Emma", 100_000);
  await expectServes();
  mkdirSync(pathOf("backups"), { mode: 0o700 });
  mkdirSync(pathOf("covers", "old"), { mode: 0o700 });
  runChown();
  for (const path of ["books", "books/1", "covers", "covers/old", "avatars", "tmp", "uploads", "backups"]) {
    chownSync(pathOf(path), 0, 0);
    const { exitCode, stdout } = await machine.run("doctor");
    expect([path, exitCode]).toEqual([path, 1]);
    expect(stdout).toContain(`FIX   Storage: ${pathOf(path)} belongs to another account`);
    expect(stdout).toContain("note  Mail: ");
    if (path === "books" || path === "backups") expect(stdout).toContain(`Run '${chownCommand}${pathOf(path)}'.`);
    runChown();
  }
});

test.skipIf(!isRoot)("rejects a folder that it can't create or write (needs root)", async () => {
  chownSync(machine.folder, 0, 0);
  chmodSync(machine.folder, 0o755);
  const missingFolderRun = await machine.run();
  expect(missingFolderRun.stderr).toContain(`Run 'install -d -m 700 -o ${UID} -g ${UID} ${machine.storage}'.`);
  mkdirSync(machine.storage, { mode: 0o500 });
  machine.give(machine.storage);
  expect((await machine.run()).stderr).toContain(`Run 'chmod -R u+rwX ${machine.storage}'.`);
  chmodSync(machine.storage, 0o700);
  await expectServes();
  const closedFolder = join(machine.folder, "closed");
  mkdirSync(closedFolder, { mode: 0o700 });
  mkdirSync(join(closedFolder, "storage"));
  const closedMachine = await createMachine(UID, { STORAGE_DIR: join(closedFolder, "storage") });
  expect((await closedMachine.run()).stderr).toContain(
    `uid ${UID}, which may not enter ${closedFolder}. Set STORAGE_DIR`,
  );
  closedMachine.remove();
  // and an existing file that a command should write
  const backup = await machine.run("backup", join(closedFolder, "club.tar"));
  expect([backup.exitCode, existsSync(join(closedFolder, "club.tar"))]).toEqual([1, false]);
  const unwritablePath = join(machine.folder, "unwritable");
  mkdirSync(unwritablePath, { mode: 0o755 });
  expect((await machine.run("backup", join(unwritablePath, "club.tar"))).stderr).toContain(
    `The account uid ${UID} can't`,
  );
  expect(readdirSync(unwritablePath)).toEqual([]);
});
