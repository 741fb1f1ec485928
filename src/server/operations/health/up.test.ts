import { expect, spyOn, test } from "bun:test";
import { copyFileSync, renameSync } from "node:fs";

import { clubFolders, onClub } from "#tests/support/club-folders.ts";
import { createClub } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";

import { checkHealth } from "./health.ts";

const { at } = clubFolders();
const club = perTest(() => createClub());

test("handles GET and HEAD of /up like health, without a cookie", async () => {
  const response = await club.visitor.call("GET", "/up");
  expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([200, "ok\n", []]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const headResponse = await club.visitor.call("HEAD", "/up");
  expect([headResponse.status, await headResponse.text(), headResponse.headers.getSetCookie()]).toEqual([200, "", []]);
  expect(headResponse.headers.get("content-length")).toBe("3");
});

test("/up is 503 when health is", async () => {
  using probe = spyOn(club.deps.stores, "probeWrite").mockImplementation(() => {
    throw new Error("the disk is full");
  });
  for (const method of ["GET", "HEAD"]) expect((await club.visitor.call(method, "/up")).status).toBe(503);
  expect((await club.visitor.call("GET", "/api/health")).status).toBe(503);
  expect(probe).toHaveBeenCalledTimes(3);
  expect(club.logged.join()).toContain("the disk is full");
});

test("reports a database that was moved or replaced", () =>
  onClub(at("club"), (deps) => {
    const path = at("club", "bookclub.db");
    expect(checkHealth(deps).status).toBe("ok");
    renameSync(path, `${path}.moved`);
    expect(() => checkHealth(deps)).toThrow("can't be written");
    copyFileSync(`${path}.moved`, path);
    expect(() => checkHealth(deps)).toThrow("can't be written");
    renameSync(`${path}.moved`, path);
    expect(checkHealth(deps).status).toBe("ok");
  }));
