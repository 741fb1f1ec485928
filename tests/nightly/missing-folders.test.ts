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

const at = (...path: string[]) => join(machine.storage, ...path);
const unmount = () => {
  renameSync(at("books"), at("books.away"));
  mkdirSync(at("books"), { mode: 0o700 });
};
const mount = () => {
  rmSync(at("books"), { recursive: true });
  renameSync(at("books.away"), at("books"));
};

test("notices an unmounted folder at the start and while running", async () => {
  unmount();
  let server = await machine.serve();
  const code = /setup=(\S+)/.exec(server.output())?.[1];
  const me = { code, username: "ada", password: ADMIN_PASSWORD, email: "ada@example.org" };
  const ada = await apiClient(machine.url).admitted("/api/auth/setup", me);
  const health = async () => jsonOf(ada.call("GET", "/api/health"));
  expect(await health()).toEqual({ status: "incomplete", missing: ["books"] });
  expect(await (await fetch(`${machine.url}/api/health`)).json()).toEqual({ status: "incomplete" });
  expect(server.output()).toContain("error folder missing");
  // the image's health check and `update` accept the club as it is
  expect((await machine.run("healthcheck")).exitCode).toBe(0);
  mount();
  await until(async () => (await health()).status === "ok");
  unmount();
  await until(async () => (await health()).status === "incomplete");
  mount();
  expect(await server.stop()).toBe(0);
  server = await machine.serve();
  expect(await health()).toMatchObject({ status: "ok" });
  expect(await server.stop()).toBe(0);
}, 300_000);

test("starts with folders that link to an unmounted disk", async () => {
  const folders = ["books", "covers", "avatars"];
  mkdirSync(at("disk"), { mode: 0o700 });
  for (const folder of folders) {
    mkdirSync(at(folder), { recursive: true, mode: 0o700 });
    renameSync(at(folder), at("disk", folder));
    symlinkSync(at("disk", folder), at(folder));
  }
  renameSync(at("disk"), at("disk.away"));
  const server = await machine.serve();
  const health = async () => (await fetch(`${machine.url}/api/health`)).json();
  expect(await health()).toEqual({ status: "incomplete" });
  for (const folder of folders) expect(server.output()).toContain(`folder missing folder=${at(folder)}`);
  renameSync(at("disk.away"), at("disk"));
  await until(async () => (await health()).status === "ok");
  expect(await server.stop()).toBe(0);
}, 300_000);

test("names the missing folder in commands, and keeps backups", async () => {
  const target = join(machine.folder, "club.tar");
  expect((await machine.run("backup", target)).exitCode).toBe(0);
  const backupHex = readFileSync(target).toHex();
  const before = JSON.parse(readFileSync(at("backups/record.json"), "utf8"));
  unmount();
  const backup = await machine.run("backup", target, "--overwrite");
  expect([backup.exitCode, backup.stdout.trim()]).toEqual([1, `${target}.incomplete`]);
  expect(backup.stderr).toContain("incomplete");
  expect(backup.stderr).toContain("The folder books is missing");
  expect(readFileSync(target).toHex()).toBe(backupHex);
  expect(statSync(`${target}.incomplete`).size).toBeGreaterThan(0);
  const record = JSON.parse(readFileSync(at("backups/record.json"), "utf8"));
  expect([record.last.outcome, record.lastGoodAt]).toEqual(["incomplete", before.lastGoodAt]);
  for (const command of ["verify", "doctor"]) {
    const { exitCode, stdout, stderr } = await machine.run(command);
    expect([command, exitCode]).toEqual([command, 1]);
    expect(stdout + stderr).toContain(`The folder ${at("books")} is missing or has none of its files`);
  }
  await expect(importBook(machine, "Persuasion", 1000)).rejects.toThrow("nothing was stored");
  expect(readdirSync(at("books"))).toEqual([]);
  mount();
  expect((await machine.run("verify")).exitCode).toBe(0);
  expect(existsSync(at("books/1"))).toBe(true);
  // restoring an incomplete backup also reports it, as does the restored club
  const restored = await machine.run("restore", `${target}.incomplete`);
  expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining("The backup is incomplete.")]);
  const server = await machine.serve();
  expect(await (await fetch(`${machine.url}/api/health`)).json()).toEqual({ status: "incomplete" });
  expect(await server.stop()).toBe(0);
}, 300_000);

test("doesn't create a club while the disk is unmounted", async () => {
  const marker = join(machine.folder, "marker", "club");
  const marked = await createMachine(0, { CLUB_MARKER: marker, STORAGE_DIR: machine.storage });
  expect(await (await marked.serve()).stop()).toBe(0);
  expect(existsSync(marker)).toBe(true);
  renameSync(machine.storage, `${machine.storage}.away`);
  for (const state of ["gone", "empty"]) {
    if (state === "empty") mkdirSync(machine.storage);
    for (const command of [[], ["doctor"], ["invite", "create"], ["restore", "any.tar"]]) {
      const { exitCode, stdout, stderr } = await marked.run(...command);
      expect([command, exitCode]).toEqual([command, 1]);
      expect(stdout + stderr).toContain(`There was a club in ${machine.storage}, and there is none now`);
    }
    expect(existsSync(machine.storage) ? readdirSync(machine.storage) : []).toEqual([]);
  }
  rmSync(machine.storage, { recursive: true });
  renameSync(`${machine.storage}.away`, machine.storage);
  expect(await (await marked.serve()).stop()).toBe(0);
  // a new club is created after all
  rmSync(machine.storage, { recursive: true });
  rmSync(marker);
  expect(await (await marked.serve()).stop()).toBe(0);
  marked.remove();
}, 300_000);

const canMount =
  process.getuid?.() === 0 && Bun.spawnSync(["unshare", "-m", "true"], { stderr: "ignore" }).exitCode === 0;

test.skipIf(!canMount)(
  "doesn't restore over a mounted folder (needs mount)",
  async () => {
    const target = join(machine.folder, "club.tar");
    expect((await machine.run("backup", target)).exitCode).toBe(0);
    // visible to this command alone: a folder on the same disk
    const mounted = `mount --bind "${at("books")}" "${at("books")}" && exec "$0" "$@"`;
    const server = await machine.serve();
    machine.runUnder("unshare", "-m", "sh", "-c", mounted);
    const { exitCode, stderr } = await machine.run("restore", target);
    expect([exitCode, stderr.split("\n").length]).toEqual([1, 1]);
    expect(stderr).toContain(`${at("books")} is a disk of its own`);
    expect(existsSync(at("restore-waiting.json"))).toBe(false);
    expect(await server.stop()).toBe(0);
    machine.runUnder();
    expect((await machine.run("restore", target)).exitCode).toBe(0);
  },
  300_000,
);
