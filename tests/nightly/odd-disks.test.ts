import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMachine, type Machine } from "#tests/support/machine.ts";
import { until } from "#tests/support/poll-until.ts";

/** Overrides the C library: another type of file system, locks that don't lock, memory that isn't shared. */
const LIBRARY_SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <errno.h>

static int is(const char *name) {
  const char *odd = getenv("ODD_DISK");
  return odd && strcmp(odd, name) == 0;
}
static int answer(int code, __typeof__(((struct statfs *)0)->f_type) *type) {
  const char *kind = getenv("DISK_KIND");
  if (code == 0 && kind) *type = strtoul(kind, NULL, 16);
  return code;
}
int statfs(const char *path, struct statfs *into) {
  int (*real)(const char *, struct statfs *) = dlsym(RTLD_NEXT, "statfs");
  return answer(real(path, into), &into->f_type);
}
int statfs64(const char *path, struct statfs64 *into) {
  int (*real)(const char *, struct statfs64 *) = dlsym(RTLD_NEXT, "statfs64");
  return answer(real(path, into), &into->f_type);
}
static int control(const char *name, int file, int command, void *argument) {
  int (*real)(int, int, void *) = dlsym(RTLD_NEXT, name);
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
    if (is("no-locks")) return errno = ENOLCK, -1;
    if (is("false-locks") && command != F_GETLK) return 0;
  }
  return real(file, command, argument);
}
int fcntl(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return control("fcntl", file, command, argument);
}
int fcntl64(int file, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return control("fcntl64", file, command, argument);
}
static void *map(const char *name, void *at, size_t size, int may, int flags, int file, off_t from) {
  void *(*real)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, name);
  if (file >= 0 && (may & PROT_WRITE) && (flags & MAP_SHARED)) {
    if (is("no-memory")) return errno = ENODEV, MAP_FAILED;
    if (is("false-memory")) flags = (flags & ~MAP_SHARED) | MAP_PRIVATE;
  }
  return real(at, size, may, flags, file, from);
}
void *mmap(void *at, size_t size, int may, int flags, int file, off_t from) {
  return map("mmap", at, size, may, flags, file, from);
}
void *mmap64(void *at, size_t size, int may, int flags, int file, off_t from) {
  return map("mmap64", at, size, may, flags, file, from);
}
`;

type OddDisk = { kind: string; odd?: "no-locks" | "false-locks" | "no-memory" | "false-memory" };

/** Simulates disks that test machines don't have. Null without a C compiler. */
function buildOddDisk() {
  const compiler = Bun.which("cc") ?? Bun.which("gcc");
  if (compiler === null || process.platform !== "linux") return null;
  const folder = mkdtempSync(join(tmpdir(), "bookclub-odd-disk-"));
  const library = join(folder, "odd-disk.so");
  // also for other accounts
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "odd-disk.c"), LIBRARY_SOURCE);
  const { exitCode, stderr } = Bun.spawnSync([compiler, "-shared", "-fPIC", "-o", library, join(folder, "odd-disk.c")]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return {
    /** The words before a command. @param kind the type's number in Linux, in hexadecimal */
    before: ({ kind, odd }: OddDisk): string[] => [
      "/usr/bin/env",
      `LD_PRELOAD=${library}`,
      `DISK_KIND=${kind}`,
      ...(odd ? [`ODD_DISK=${odd}`] : []),
    ],
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const disk = buildOddDisk();
let machine: Machine;
beforeEach(async () => {
  machine = await createMachine(65_534);
});
afterEach(() => machine.remove());
afterAll(() => disk?.remove());

const runOn = (oddDisk: OddDisk) => machine.runUnder(...(disk?.before(oddDisk) ?? []));
/** The type of file systems that are in no list. */
const UNKNOWN_TYPE = "12345678";

describe.skipIf(disk === null)("a disk with missing features for a database (skipped without a C compiler)", () => {
  test.each(["no-locks", "false-locks", "no-memory", "false-memory"] as const)(
    "is rejected in a sentence if it has %s, whatever its type",
    async (oddDisk) => {
      for (const [kind, name] of [
        [UNKNOWN_TYPE, ""],
        ["01021997", " (9P)"],
        ["65735546", " (FUSE or virtiofs)"],
      ] as const) {
        runOn({ kind, odd: oddDisk });
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
  ])("is accepted if they work, with a sentence if databases were damaged there: %s", async (kind, name) => {
    runOn({ kind });
    const server = await machine.serve();
    await until(() => server.output().includes(`The storage folder ${machine.storage} is on a shared disk (${name}).`));
    expect((await machine.run("doctor")).stdout).toContain(
      `note  Disk: The storage folder ${machine.storage} is on a shared disk (${name}).`,
    );
    expect(await server.stop()).toBe(0);
  });

  test("is accepted without a warning if unknown, but working", async () => {
    runOn({ kind: UNKNOWN_TYPE });
    const server = await machine.serve();
    expect(server.output()).not.toContain("storage folder");
    expect(await server.stop()).toBe(0);
  });
});

/** Mirrors a folder through FUSE. */
const bindfs = Bun.which("bindfs");
test.skipIf(bindfs === null)("accepts FUSE, or refuses it without mmap (needs bindfs)", async () => {
  for (const [options, isRefused] of [
    ["allow_other", false],
    ["allow_other,direct_io", true],
  ] as const) {
    const fuseMachine = await createMachine(0, { STORAGE_DIR: join(machine.folder, "disk", "storage") });
    const [realFolder, mount] = [join(machine.folder, "real"), join(machine.folder, "disk")];
    for (const path of [realFolder, mount]) mkdirSync(path, { recursive: true });
    expect(Bun.spawnSync([bindfs ?? "", "-o", options, realFolder, mount]).exitCode).toBe(0);
    try {
      if (isRefused) {
        expect(await fuseMachine.run()).toMatchObject({
          exitCode: 1,
          stderr: expect.stringContaining("share a database safely"),
        });
      } else {
        const server = await fuseMachine.serve();
        await until(() => server.output().includes("is on a shared disk (FUSE or virtiofs)"));
        expect(await server.stop()).toBe(0);
      }
    } finally {
      Bun.spawnSync(["umount", "-l", mount]);
      fuseMachine.remove();
      rmSync(realFolder, { recursive: true });
    }
  }
});
