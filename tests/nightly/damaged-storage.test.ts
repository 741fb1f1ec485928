import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { apiClient } from "#tests/support/api-client.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { createMachine, importBook, type Machine } from "#tests/support/machine.ts";
import { until } from "#tests/support/poll-until.ts";
import { canInject } from "#tests/support/strace.ts";

const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), "bookclub-damage-"));
const disk = join(folder, "disk");
mkdirSync(disk);
const canMount =
  isRoot &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], { stderr: "ignore" }).exitCode === 0;

/** A stopped club with a book; each test uses a copy. */
let intactMachine: Machine;
let machine: Machine;
beforeAll(async () => {
  intactMachine = await createMachine(65_534);
  await importBook(intactMachine, "Emma", 100_000);
}, 300_000);
beforeEach(async () => {
  machine = await createMachine(65_534);
  cpSync(intactMachine.storage, machine.storage, { recursive: true });
  for (const path of ["", ...readdirSync(machine.storage, { recursive: true })])
    machine.give(join(machine.storage, String(path)));
});
afterEach(() => machine.remove());
afterAll(() => {
  intactMachine.remove();
  if (canMount) Bun.spawnSync(["umount", disk]);
  rmSync(folder, { recursive: true });
});

describe("the server doesn't start on a database that is", () => {
  const damages: [string, (path: string) => void][] = [
    ["not one at all", (path) => writeFileSync(path, "Dear diary, ".repeat(2000))],
    ["without its first page", (path) => writeFileSync(path, readFileSync(path).fill(0, 0, 4096))],
    ["overwritten in the middle", (path) => writeFileSync(path, readFileSync(path).fill(0x5a, 8192, 40_960))],
    ["cut short", (path) => truncateSync(path, 20_000)],
    ["empty", (path) => truncateSync(path, 0)],
    ["gone, beside its files", (path) => rmSync(path)],
  ];
  for (const [name, damage] of damages)
    test(`${name}, names the backups, and touches nothing (F02)`, async () => {
      const path = join(machine.storage, "bookclub.db");
      damage(path);
      const hexBefore = existsSync(path) ? readFileSync(path).toHex() : null;
      for (const command of [[], ["verify"], ["invite", "list"]]) {
        const { exitCode, stdout, stderr } = await machine.run(...command);
        expect([exitCode, stdout]).toEqual([1, ""]);
        expect(stderr).toContain(join(machine.storage, "backups"));
        expect(stderr.split("\n")).toHaveLength(1);
      }
      expect(existsSync(path) ? readFileSync(path).toHex() : null).toBe(hexBefore);
    });
});

describe("an unusable storage folder is reported in one sentence:", () => {
  test.skipIf(!isRoot)("a read-only folder (F03; needs another account)", async () => {
    chmodSync(machine.storage, 0o500);
    const { exitCode, stderr } = await machine.run();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`The storage folder ${machine.storage} can't be written`);
    expect(stderr.split("\n")).toHaveLength(1);
  });

  test.skipIf(!isRoot)("another account's or an impossible folder (F03; needs one)", async () => {
    chmodSync(intactMachine.storage, 0o700);
    for (const storage of [intactMachine.storage, "/bookclub-cannot-be-made-here"]) {
      const otherAccount = await createMachine(65_532, { STORAGE_DIR: storage });
      const { exitCode, stderr } = await otherAccount.run();
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`The storage folder ${storage} can't be written`);
      otherAccount.remove();
    }
  });

  test.skipIf(!canInject)("a network drive (F03; skipped without root or strace)", async () => {
    // the first field of statfs says NFS
    const inject = "inject=statfs:poke_exit=@arg2=6969000000000000";
    machine.runUnder("strace", "-f", "-qq", "-o", "/dev/null", "-e", inject);
    const message = `The storage folder ${machine.storage} is on a network drive (NFS)`;
    const { exitCode, stdout, stderr } = await machine.run();
    expect([exitCode, stdout, stderr.split("\n").length]).toEqual([1, "", 1]);
    expect(stderr).toContain(message);
    expect((await machine.run("doctor")).stdout).toContain(`FIX   Disk: ${message}`);
    // the way out: a backup is still possible
    expect((await machine.run("backup", join(machine.folder, "club.tar"))).exitCode).toBe(0);
    machine.runUnder();
  });

  test("a second server on it (F03)", async () => {
    const server = await machine.serve();
    const secondServer = await machine.run();
    expect(secondServer).toMatchObject({ exitCode: 1, stdout: "" });
    expect(secondServer.stderr).toContain(`Another bookclub server is running on ${machine.storage}`);
    expect(await server.stop()).toBe(0);
  });

  test.skipIf(!canMount)("a disk that is full at the start (F01; needs mount)", async () => {
    writeFileSync(join(disk, "filler"), Buffer.alloc(8 * 1024 * 1024 - 64 * 1024));
    const fullMachine = await createMachine(0, { STORAGE_DIR: join(disk, "storage") });
    const { exitCode, stderr } = await fullMachine.run();
    rmSync(join(disk, "filler"));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("full");
    expect(stderr.split("\n")).toHaveLength(1);
    fullMachine.remove();
    rmSync(join(disk, "storage"), { recursive: true });
  });
});

test.skipIf(!canMount)(
  "reads on a full disk, and recovers (F01; needs mount)",
  async () => {
    const club = await startClub({ storageDir: join(disk, "running"), environment: { LOG_LEVEL: "error" } });
    const admin = await signedIn(club);
    const headers = { cookie: admin.cookie, "content-type": "application/json" };
    const post = () =>
      fetch(`${club.url}/api/posts`, {
        method: "POST",
        headers,
        body: JSON.stringify({ content: "Olives ".repeat(60) }),
      });
    expect((await post()).status).toBe(201);
    const fillerPath = join(disk, "filler");
    Bun.spawnSync(["dd", "if=/dev/zero", `of=${fillerPath}`, "bs=4k"], { stderr: "ignore" });
    let response = await post();
    // the write-ahead log may have space for a few more
    for (let tries = 0; response.status === 201 && tries < 500; tries += 1) response = await post();
    expect(response.status).toBe(507);
    expect((await response.json()).message).toContain("disk is full");
    expect((await fetch(`${club.url}/api/posts`, { headers })).status).toBe(200);
    rmSync(fillerPath);
    expect((await post()).status).toBe(201);
    expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
    expect(await club.stop()).toBe(0);
  },
  300_000,
);

test("reports a missing file, and keeps an orphan a day (F04)", async () => {
  const club = await startClub({ environment: { LOG_LEVEL: "error" } });
  const admin = await signedIn(club);
  expect((await sendRaw(admin, largeAudiobook(1000))).status).toBe(201);
  const book = join(club.storageDir, "books", String(admin.bookId));
  rmSync(join(book, readdirSync(book)[0] ?? ""));
  const [youngPath, oldPath] = [join(book, "young"), join(book, "ebook-old")];
  for (const path of [youngPath, oldPath]) writeFileSync(path, "x");
  utimesSync(oldPath, 0, 0);
  await club.kill();
  await club.restart();

  const response = await fetch(`${club.url}/api/download/audiobook/${admin.bookId}`, {
    headers: { cookie: admin.cookie },
  });
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toStartWith("application/json");
  const { exitCode, stdout } = await club.run(["doctor"]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/FIX {3}Files: books\/1\/\S+ is missing/);
  await until(() => !existsSync(oldPath));
  expect(statSync(youngPath).size).toBe(1);
  await club.stop();
}, 300_000);

test.skipIf(!isRoot)("reports an unreadable file as missing (D05; needs accounts)", async () => {
  const folder = join(machine.storage, "books/1");
  const [name = ""] = readdirSync(folder);
  chmodSync(join(folder, name), 0);
  const message = `books/1/${name} is missing or unreadable`;
  const { exitCode, stderr } = await machine.run("verify");
  expect([exitCode, stderr.split("\n").length]).toEqual([1, 1]);
  expect(stderr).toContain(message);
  expect((await machine.run("doctor")).stdout).toContain(message);
  // and the backup contains the other files
  const backup = await machine.run("backup", join(machine.folder, "club.tar"));
  expect(backup.stderr).toContain(`books/1/${name} is missing`);
  expect(existsSync(join(machine.folder, "club.tar"))).toBe(true);
});

test.skipIf(!isRoot)("refuses a file made unreadable later (D05; needs accounts)", async () => {
  const server = await machine.serve();
  const code = /setup=(\S+)/.exec(server.output())?.[1];
  const setupBody = { code, username: "ada", password: ADMIN_PASSWORD, email: "ada@example.org" };
  const ada = await apiClient(machine.url).admitted("/api/auth/setup", setupBody);
  const fetchIssues = async () => (await jsonOf(ada.call("GET", "/api/storage"))).faults;
  const download = () => ada.call("GET", "/api/download/audiobook/1");
  expect([(await download()).status, await fetchIssues()]).toEqual([200, []]);

  const [name = ""] = readdirSync(join(machine.storage, "books/1"));
  const path = join(machine.storage, "books/1", name);
  chmodSync(path, 0);
  const response = await download();
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: "The file is missing on the server. Please tell an admin." });
  await until(() => server.output().includes(`path=books/1/${name}`));
  expect(server.output()).toContain(`error stored file doesn't match the database path=books/1/${name}`);
  const size = statSync(path).size;
  const error = { path: `books/1/${name}`, what: "The audiobook of “Emma”", expected: size, found: null };
  expect(await fetchIssues()).toEqual([error]);

  chmodSync(path, 0o600);
  expect([(await download()).status, await fetchIssues()]).toEqual([200, []]);
  expect(await server.stop()).toBe(0);
});
