import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { epub } from "#tests/support/epub.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";

/** Mounting needs root and a kernel that allows it; containers may not. */
const canMount = process.getuid?.() === 0 && Bun.which("mount") !== null;

let machine: Machine;
let disk: string;
afterEach(() => {
  if (!canMount) return;
  Bun.spawnSync(["umount", "--lazy", disk]);
  machine.remove();
});

async function mountStorage(options: string): Promise<void> {
  machine = await createMachine(0);
  disk = machine.storage;
  mkdirSync(disk, { mode: 0o700 });
  expect(Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `${options},mode=700`, "tmpfs", disk]).exitCode).toBe(0);
}

test.skipIf(!canMount)(
  "starts once there is space, however full the disk was",
  async () => {
    for (const freeBlocks of [0, 1, 2, 3, 4, 8, 16, 64]) {
      await mountStorage("size=20m");
      const filler = join(disk, "filler");
      Bun.spawnSync(["dd", "if=/dev/zero", `of=${filler}`, "bs=4k"], { stderr: "ignore" });
      truncateSync(filler, statSync(filler).size - freeBlocks * 4096);
      const failedRun = await machine.run("serve");
      expect([freeBlocks, failedRun.exitCode, failedRun.stderr]).toEqual([
        freeBlocks,
        1,
        expect.stringMatching(/disk .*is full/),
      ]);
      rmSync(filler);
      expect(await (await machine.serve()).stop()).toBe(0);
      Bun.spawnSync(["umount", "--lazy", disk]);
      machine.remove();
    }
  },
  120_000,
);

test.skipIf(!canMount)(
  "doctor finds a disk without inodes full",
  async () => {
    await mountStorage("size=40m,nr_inodes=40");
    const server = await machine.serve();
    for (let file = 0; ; file += 1)
      try {
        writeFileSync(join(disk, `file${file}`), "");
      } catch {
        break;
      }
    writeFileSync(join(machine.folder, "book.epub"), epub());
    const inspectRun = await machine.run(
      "inspect",
      "text",
      join(machine.folder, "book.epub"),
      join(disk, "tmp", "pack"),
    );
    expect(JSON.parse(inspectRun.stdout)).toMatchObject({ error: { code: "disk-full" } });
    const { exitCode, stdout } = await machine.run("doctor");
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^FIX +Disk: It's full: .*'df -i'/m)]);
    expect(existsSync(join(disk, "backups"))).toBe(false);
    await server.stop();
  },
  120_000,
);
