import { beforeEach, expect, test } from "bun:test";

import type { Poll } from "#contract/polls.ts";
import { PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

/** A poll whose time is over, before any call has closed it. */
const CLOSES_AT = "2026-03-20T20:00:00Z";
const { club, ada, mia } = eachClub(["ada", "mia"]);
let nominationIds: number[];
beforeEach(async () => {
  nominationIds = [];
  for (const title of ["Emma", "Persuasion"]) {
    const { id } = await jsonOf(mia.call("POST", "/api/nominations", { title, author: "Jane Austen" }));
    nominationIds.push(id);
  }
  const poll: Poll = await jsonOf(
    ada.call("POST", "/api/polls", { month: "2026-04", closesAt: CLOSES_AT, nominationIds }),
  );
  await mia.call("PUT", `/api/polls/${poll.id}/ballot`, { nominationIds: nominationIds.slice(0, 1) });
  club.setTime(CLOSES_AT);
});

const poll = (): Promise<Poll> => jsonOf(ada.call("GET", "/api/polls/current"));

test("the ballot of an account that an admin deletes stays counted", async () => {
  await ada.call("DELETE", `/api/users/${mia.user.id}`);
  expect(await poll()).toMatchObject({ state: "closed", voted: 1, members: 2, winnerId: nominationIds[0] });
});

test("counts the ballot of an account closed meanwhile", async () => {
  expect((await mia.call("DELETE", "/api/profile", { password: PASSWORD })).status).toBe(204);
  expect(await poll()).toMatchObject({ state: "closed", voted: 1, members: 2, winnerId: nominationIds[0] });
});

test("a member who joins later isn't counted", async () => {
  expect((await club.visitor.call("POST", "/api/auth/register", club.registration())).status).toBe(201);
  expect(await poll()).toMatchObject({ state: "closed", voted: 1, members: 2 });
});
