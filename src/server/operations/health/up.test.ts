import { expect, spyOn, test } from "bun:test";
import { copyFileSync, renameSync } from "node:fs";

import { StorageError } from "#db/errors.ts";
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

test.each(["bookclub.db", "bookclub.db-wal", "bookclub.db-shm"])(
  "stores nothing while %s is moved or replaced",
  (name) =>
    onClub(at("club"), async (deps) => {
      const path = at("club", name);
      const save = (text: string) => deps.stores.content.updateWelcome(text);
      const requireRefusal = async () => {
        expect(() => checkHealth(deps)).toThrow("can't be written");
        expect(() => deps.stores.transaction(() => save("lost"))).toThrow(StorageError);
        await expect(deps.stores.batchWrite(() => save("lost"))).rejects.toThrow(StorageError);
      };
      deps.stores.transaction(() => save("kept"));
      expect(checkHealth(deps).status).toBe("ok");
      renameSync(path, `${path}.moved`);
      await requireRefusal();
      copyFileSync(`${path}.moved`, path);
      await requireRefusal();
      renameSync(`${path}.moved`, path);
      expect(checkHealth(deps).status).toBe("ok");
      expect(deps.stores.content.findWelcome()).toBe("kept");
      await deps.stores.batchWrite(() => save("saved"));
    }),
);
