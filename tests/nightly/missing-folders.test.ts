import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { apiClient } from "#tests/support/api-client.ts";
import { ADMIN_PASSWORD } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMachine, importBook, type Machine } from "#tests/support/machine.ts";
import { until } from "#tests/support/poll-until.ts";

let machine: Machine;
beforeEach(async () => {
  machine = await createMachine(0);
  await importBook(machine, "Emma", 100_000);
});
afterEach(() => machine.remove());

const pathOf = (...path: string[]) => join(machine.storage, ...path);
const unmount = () => {
  renameSync(pathOf("books"), pathOf("books.away"));
  mkdirSync(pathOf("books"), { mode: 0o700 });
};
const mount = () => {
  rmSync(pathOf("books"), { recursive: true });
  renameSync(pathOf("books.away"), pathOf("books"));
};

test("notices an unmounted folder at the start and while running", async () => {
  unmount();
  let server = await machine.serve();
  const code = /setup=(\S+)/.exec(server.output())?.[1];
  const setupBody = { code, username: "ada", password: ADMIN_PASSWORD, email: "ada@example.org" };
  const ada = await apiClient(machine.url).admitted("/api/auth/setup", setupBody);
  const getHealth = async () => jsonOf(ada.call("GET", "/api/health"));
  expect(await getHealth()).toEqual({ status: "incomplete", missing: ["books"] });
  expect(await (await fetch(`${machine.url}/api/health`)).json()).toEqual({ status: "incomplete" });
  await until(() => server.output().includes("error folder missing"));
  // the image's health check and `update` accept the club as it is
  expect((await machine.run("healthcheck")).exitCode).toBe(0);
  mount();
  await until(async () => (await getHealth()).status === "ok");
  unmount();
  await until(async () => (await getHealth()).status === "incomplete");
  mount();
  expect(await server.stop()).toBe(0);
  server = await machine.serve();
  expect(await getHealth()).toMatchObject({ status: "ok" });
  expect(await server.stop()).toBe(0);
}, 300_000);

test("starts with folders that link to an unmounted disk", async () => {
  const folders = ["books", "covers", "avatars"];
  mkdirSync(pathOf("disk"), { mode: 0o700 });
  for (const folder of folders) {
    mkdirSync(pathOf(folder), { recursive: true, mode: 0o700 });
    renameSync(pathOf(folder), pathOf("disk", folder));
    symlinkSync(pathOf("disk", folder), pathOf(folder));
  }
  renameSync(pathOf("disk"), pathOf("disk.away"));
  const server = await machine.serve();
  const getHealth = async () => (await fetch(`${machine.url}/api/health`)).json();
  expect(await getHealth()).toEqual({ status: "incomplete" });
  for (const folder of folders) await until(() => server.output().includes(`folder missing folder=${pathOf(folder)}`));
  renameSync(pathOf("disk.away"), pathOf("disk"));
  await until(async () => (await getHealth()).status === "ok");
  expect(await server.stop()).toBe(0);
}, 300_000);

test("names the missing folder in commands, and keeps backups", async () => {
  const target = join(machine.folder, "club.tar");
  expect((await machine.run("backup", target)).exitCode).toBe(0);
  const backupHex = readFileSync(target).toHex();
  const recordBefore = JSON.parse(readFileSync(pathOf("backups/record.json"), "utf8"));
  unmount();
  const backup = await machine.run("backup", target, "--overwrite");
  expect([backup.exitCode, backup.stdout.trim()]).toEqual([1, `${target}.incomplete`]);
  expect(backup.stderr).toContain("incomplete");
  expect(backup.stderr).toContain("The folder books is missing");
  expect(readFileSync(target).toHex()).toBe(backupHex);
  expect(statSync(`${target}.incomplete`).size).toBeGreaterThan(0);
  const record = JSON.parse(readFileSync(pathOf("backups/record.json"), "utf8"));
  expect([record.last.outcome, record.lastGoodAt]).toEqual(["incomplete", recordBefore.lastGoodAt]);
  for (const command of ["verify", "doctor"]) {
    const { exitCode, stdout, stderr } = await machine.run(command);
    expect([command, exitCode]).toEqual([command, 1]);
    expect(stdout + stderr).toContain(`The folder ${pathOf("books")} is missing or has none of its files`);
  }
  await expect(importBook(machine, "Persuasion", 1000)).rejects.toThrow("nothing was stored");
  expect(readdirSync(pathOf("books"))).toEqual([]);
  mount();
  expect((await machine.run("verify")).exitCode).toBe(0);
  expect(existsSync(pathOf("books/1"))).toBe(true);
  // restoring an incomplete backup also reports it, as does the restored club
  const restoreRun = await machine.run("restore", `${target}.incomplete`);
  expect([restoreRun.exitCode, restoreRun.stderr]).toEqual([0, expect.stringContaining("The backup is incomplete.")]);
  const server = await machine.serve();
  expect(await (await fetch(`${machine.url}/api/health`)).json()).toEqual({ status: "incomplete" });
  expect(await server.stop()).toBe(0);
}, 300_000);

test("doesn't create a club while the disk is unmounted", async () => {
  const marker = join(machine.folder, "marker", "club");
  const markedMachine = await createMachine(0, { CLUB_MARKER: marker, STORAGE_DIR: machine.storage });
  expect(await (await markedMachine.serve()).stop()).toBe(0);
  expect(existsSync(marker)).toBe(true);
  renameSync(machine.storage, `${machine.storage}.away`);
  for (const state of ["gone", "empty"]) {
    if (state === "empty") mkdirSync(machine.storage);
    for (const command of [[], ["doctor"], ["invite", "create"], ["restore", "any.tar"]]) {
      const { exitCode, stdout, stderr } = await markedMachine.run(...command);
      expect([command, exitCode]).toEqual([command, 1]);
      expect(stdout + stderr).toContain(`There was a club in ${machine.storage}, and there is none now`);
    }
    expect(existsSync(machine.storage) ? readdirSync(machine.storage) : []).toEqual([]);
  }
  rmSync(machine.storage, { recursive: true });
  renameSync(`${machine.storage}.away`, machine.storage);
  expect(await (await markedMachine.serve()).stop()).toBe(0);
  // a new club is created after all
  rmSync(machine.storage, { recursive: true });
  rmSync(marker);
  expect(await (await markedMachine.serve()).stop()).toBe(0);
  markedMachine.remove();
}, 300_000);

const canMount =
  process.getuid?.() === 0 && Bun.spawnSync(["unshare", "-m", "true"], { stderr: "ignore" }).exitCode === 0;

test.skipIf(!canMount)(
  "doesn't restore over a mounted folder (needs mount)",
  async () => {
    const target = join(machine.folder, "club.tar");
    expect((await machine.run("backup", target)).exitCode).toBe(0);
    // visible to this command alone: a folder on the same disk
    const mountCommand = `mount --bind "${pathOf("books")}" "${pathOf("books")}" && exec "$0" "$@"`;
    const server = await machine.serve();
    machine.runUnder("unshare", "-m", "sh", "-c", mountCommand);
    const { exitCode, stderr } = await machine.run("restore", target);
    expect([exitCode, stderr.split("\n").length]).toEqual([1, 1]);
    expect(stderr).toContain(`${pathOf("books")} is a disk of its own`);
    expect(existsSync(pathOf("restore-waiting.json"))).toBe(false);
    expect(await server.stop()).toBe(0);
    machine.runUnder();
    expect((await machine.run("restore", target)).exitCode).toBe(0);
  },
  300_000,
);
