import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { createMachine, type Machine } from "#tests/support/machine.ts";
import { buildOddDisk, type OddDisk } from "#tests/support/odd-disk.ts";

const disk = buildOddDisk();
let machine: Machine;
beforeEach(async () => {
  machine = await createMachine(65_534);
});
afterEach(() => machine.remove());
afterAll(() => disk?.remove());

const on = (odd: OddDisk) => machine.runUnder(...(disk?.before(odd) ?? []));
/** Of file systems that nobody has listed. */
const UNHEARD_OF = "12345678";

describe.skipIf(disk === null)("what a database needs is tried (skipped without a C compiler)", () => {
  test.each(["no-locks", "false-locks", "no-memory", "false-memory"] as const)(
    "and a disk with %s is refused in a sentence, whatever it's called",
    async (odd) => {
      for (const [kind, name] of [
        [UNHEARD_OF, ""],
        ["01021997", " (9P)"],
        ["65735546", " (FUSE or virtiofs)"],
      ] as const) {
        on({ kind, odd });
        const { exitCode, stdout, stderr } = await machine.run();
        expect([kind, exitCode, stdout]).toEqual([kind, 1, ""]);
        expect(stderr).toBe(
          `bookclub: The storage folder ${machine.storage} is on a disk${name} where two programs can't share a database safely: set STORAGE_DIR to a local disk.`,
        );
        expect(existsSync(join(machine.storage, "bookclub.db"))).toBe(false);
        expect(readdirSync(join(machine.storage, "tmp"))).toEqual([]);
      }
    },
  );

  test.each([
    ["01021997", "9P"],
    ["65735546", "FUSE or virtiofs"],
    ["786f4256", "vboxsf"],
    ["bacbacbc", "vmhgfs"],
    ["47504653", "GPFS"],
    ["0bd00bd0", "Lustre"],
  ])("and one that has it starts, with a sentence when databases were damaged there: %s", async (kind, name) => {
    on({ kind });
    const server = await machine.serve();
    expect(server.output()).toContain(`The storage folder ${machine.storage} is on a shared disk (${name}).`);
    expect((await machine.run("doctor")).stdout).toContain(
      `note  Disk: The storage folder ${machine.storage} is on a shared disk (${name}).`,
    );
    expect(await server.stop()).toBe(0);
  });

  test("and one that nobody knows starts without a word when it has it", async () => {
    on({ kind: UNHEARD_OF });
    const server = await machine.serve();
    expect(server.output()).not.toContain("storage folder");
    expect(await server.stop()).toBe(0);
  });
});

/** Passes all on to a folder. */
const bindfs = Bun.which("bindfs");
test.skipIf(bindfs === null)(
  "a real FUSE disk is taken with a sentence, and refused where it shares no memory (skipped without bindfs)",
  async () => {
    for (const [options, isRefused] of [
      ["allow_other", false],
      ["allow_other,direct_io", true],
    ] as const) {
      const fuse = await createMachine(0, { STORAGE_DIR: join(machine.folder, "disk", "storage") });
      const [real, mount] = [join(machine.folder, "real"), join(machine.folder, "disk")];
      for (const path of [real, mount]) mkdirSync(path, { recursive: true });
      expect(Bun.spawnSync([bindfs ?? "", "-o", options, real, mount]).exitCode).toBe(0);
      try {
        if (isRefused) {
          expect(await fuse.run()).toMatchObject({
            exitCode: 1,
            stderr: expect.stringContaining("share a database safely"),
          });
        } else {
          const server = await fuse.serve();
          expect(server.output()).toContain("is on a shared disk (FUSE or virtiofs)");
          expect(await server.stop()).toBe(0);
        }
      } finally {
        Bun.spawnSync(["umount", "-l", mount]);
        fuse.remove();
        rmSync(real, { recursive: true });
      }
    }
  },
);
