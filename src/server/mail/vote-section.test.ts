import { expect, test } from "bun:test";

import type { Nomination } from "#contract/nominations.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

import { createMonthlyMessages } from "./monthly-message.ts";
import { createVoteSection } from "./vote-section.ts";

const { club, ada, mia } = eachClub(["ada", "mia"], { now: "2026-03-10T12:00:00Z" });

async function openVote() {
  const nominations: Nomination[] = [];
  for (const title of ["Emma", "Dracula"])
    nominations.push(await jsonOf(mia.call("POST", "/api/nominations", { title, author: "A" })));
  const nominationIds = nominations.map(({ id }) => id);
  const newPoll = { month: "2026-04", closesAt: "2026-03-20T20:00:00Z", nominationIds };
  return { ids: nominationIds, poll: await jsonOf(ada.call("POST", "/api/polls", newPoll)) };
}

test("the monthly mail mentions an open vote, with a link", async () => {
  expect(createVoteSection(club.deps)).toBeNull();
  await openVote();
  expect(createVoteSection(club.deps)).toEqual({
    title: "Vote for April's book",
    text: "You have three votes. Voting ends March 20 at 4:00 PM.",
  });
  const answers = {
    createAnswerUrl: () => "https://x/a",
    createDatesUrl: () => "https://x/d",
    findAnswer: () => null,
  };
  const recipient = { displayName: "Mia", unsubscribe: "https://x/u", ...answers };
  const { html, text } = (await createMonthlyMessages(club.deps))(recipient);
  for (const part of [html, text]) expect(part).toContain("/recommendations");
});

test("the monthly mail has a vote's result until its month is over", async () => {
  const { ids, poll } = await openVote();
  await mia.call("PUT", `/api/polls/${poll.id}/ballot`, { nominationIds: ids });
  club.setTime("2026-04-01T13:00:00Z");
  expect(createVoteSection(club.deps)?.text).toBe("It's a tie between Emma and Dracula.");
  await ada.call("POST", `/api/polls/${poll.id}/adopt`, { nominationId: ids[1] });
  expect(createVoteSection(club.deps)).toEqual({ title: "The vote for April", text: "The club will read Dracula." });
  club.setTime("2026-05-01T13:00:00Z");
  expect(createVoteSection(club.deps)).toBeNull();
});
