import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type ApiClient, apiClient } from "#tests/support/api-client.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { until } from "#tests/support/poll-until.ts";

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine(65_534);
});
afterAll(() => machine.remove());

const listPosts = async (person: ApiClient) =>
  (await jsonOf(person.call("GET", "/api/posts"))).map(({ content }: { content: string }) => content);

test("takes effect at the restart, and signs everybody out", async () => {
  const firstServer = await machine.serve();
  const code = /setup=(\S+)/.exec(firstServer.output())?.[1];
  const setupBody = { username: "ada", password: "Claret & clues 1890", email: "ada@example.org" };
  const ada = await apiClient(machine.url).admitted("/api/auth/setup", { ...setupBody, code });
  await ada.call("POST", "/api/posts", { content: "Brie" });
  const file = join(machine.folder, "club.tar");
  expect(await machine.run("backup", file)).toMatchObject({ exitCode: 0 });
  await ada.call("POST", "/api/posts", { content: "Crackers, by mistake" });

  // as root, like an operator, without creating files that the club's account can't open
  const child = Bun.spawn([join(machine.folder, "bookclub"), "restore", file], {
    cwd: machine.folder,
    env: { STORAGE_DIR: machine.storage },
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(await new Response(child.stdout).text()).toContain("restart the club to restore it");
  expect(await child.exited).toBe(0);
  expect(await listPosts(ada)).toHaveLength(2);
  expect((await machine.run("doctor")).stdout).toContain("A backup is waiting");
  expect(await firstServer.stop()).toBe(0);

  const secondServer = await machine.serve();
  expect((await ada.call("GET", "/api/posts")).status).toBe(401);
  const response = await apiClient(machine.url).admitted("/api/auth/login", {
    username: "ada",
    password: setupBody.password,
  });
  expect(await listPosts(response)).toEqual(["Brie"]);
  await until(() => secondServer.output().includes("A backup was restored"));
  expect(readdirSync(machine.storage).filter((name) => name.startsWith("replaced-"))).toHaveLength(1);
  expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
  await secondServer.stop();
}, 300_000);
