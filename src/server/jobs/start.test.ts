import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";

import { startJobs } from "./start.ts";

test("starts and stops the jobs while nothing can be written", async () => {
  const club = await createClub();
  club.db.run("PRAGMA query_only = ON");
  const stop = await startJobs(club.deps);
  await stop();
  expect(club.logged).toContainEqual(expect.stringContaining("the previous server's mail leases weren't ended"));
  expect(club.logged).toContainEqual(expect.stringContaining("stopped while sending mail"));
  club.close();
});
