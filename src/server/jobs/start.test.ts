import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";

import { startJobs } from "./start.ts";

test("starts and stops the jobs while nothing can be written", async () => {
  const club = await createClub();
  club.db.run("PRAGMA query_only = ON");
  const stopJobs = await startJobs(club.deps);
  await stopJobs();
  expect(club.logged).toContainEqual(expect.stringContaining("releasing mail leases failed"));
  expect(club.logged).toContainEqual(expect.stringContaining("draining mail failed"));
  club.close();
});
