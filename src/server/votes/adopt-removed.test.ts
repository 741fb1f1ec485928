import { expect, test } from "bun:test";

import { addDays } from "date-fns";

import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

import { deleteOldVotes } from "./close-due-poll.ts";

const CLOSES_AT = "2026-03-20T20:00:00Z";
const { club, ada, mia } = eachClub(["ada", "mia"]);

const setDaysAfterClosing = (days: number) => club.setTime(addDays(new Date(CLOSES_AT), days).toISOString());
const openVote = (month: string, closesAt: string, nominationIds: readonly number[]) =>
  jsonOf(ada.call("POST", "/api/polls", { month, closesAt, nominationIds }));

test("adopts a long deleted option until the next vote", async () => {
  const ids: number[] = [];
  for (const title of ["Emma", "Persuasion", "Sanditon", "Lady Susan"])
    ids.push((await jsonOf(mia.call("POST", "/api/nominations", { title, author: "Jane Austen" }))).id);
  const { id } = await openVote("2026-06", CLOSES_AT, ids.slice(0, 3));
  setDaysAfterClosing(8);
  for (const nominationId of ids.slice(0, 2)) await mia.call("DELETE", `/api/nominations/${nominationId}`);
  setDaysAfterClosing(16);
  deleteOldVotes(club.deps);
  const adoptResponse = await ada.call("POST", `/api/polls/${id}/adopt`, { nominationId: ids[0] });
  expect([adoptResponse.status, (await adoptResponse.json()).title]).toEqual([201, "Emma"]);

  await openVote("2026-07", addDays(new Date(CLOSES_AT), 30).toISOString(), ids.slice(2));
  deleteOldVotes(club.deps);
  expect(
    club.db.query("SELECT title FROM nominations WHERE removed_at IS NOT NULL AND title = 'Persuasion'").all(),
  ).toEqual([]);
});
