import { Value } from "@sinclair/typebox/value";
import { addDays } from "date-fns";

import type { User } from "#contract/users.ts";
import { NewWine } from "#contract/wines.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";
import { requireRow } from "#db/errors.ts";
import type { Actor } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { saveReview } from "#server/shelf/shelf.ts";
import { createWine, likeWine } from "#server/shelf/wines.ts";
import { createNomination } from "#server/votes/nominations.ts";
import { openPoll, saveBallot } from "#server/votes/polls.ts";

import earlierBooks from "../../demo/earlier-books.json" with { type: "json" };
import shelf from "../../demo/shelf.json" with { type: "json" };

const FIRST_MONTH = "2018-01";

type People = readonly User[];

/** Creates the books since 2018 with reviews, wines, nominations and an open vote. */
export async function seedShelf(deps: Deps, now: Date, month: string, people: People): Promise<void> {
  seedEarlierBooks(deps, addCalendarMonths(month, -3), people);
  const [firstMember] = people;
  const book = deps.stores.books.findOfMonth(month);
  shelf.wines.forEach((newWine, index) => {
    const wine = Value.Parse(NewWine, { ...newWine, bookId: book?.id ?? null });
    const { id } = requireRow(createWine(deps, actor(people, index + 1), wine));
    for (const liker of people.slice(0, 5 - index)) likeWine(deps, { user: liker, token: null }, id, true);
  });
  const ids: number[] = [];
  for (const [index, nominee] of shelf.nominees.entries())
    ids.push((await createNomination(deps, actor(people, index), nominee)).id);
  if (!firstMember) return;
  const closesAt = addDays(now, 6).toISOString();
  const poll = openPoll(
    deps,
    { user: firstMember, token: null },
    { month: addCalendarMonths(month, 2), closesAt, nominationIds: ids },
  );
  people.slice(0, 3).forEach((_, seat) => void saveBallot(deps, actor(people, seat), poll.id, ids.slice(seat % 2, 3)));
}

function seedEarlierBooks(deps: Deps, lastMonth: string, people: People): void {
  const { books, meetings, meetingAnswers } = deps.stores;
  let month = FIRST_MONTH;
  for (const [index, [title = "", author = ""]] of earlierBooks.entries()) {
    if (month > lastMonth) return;
    const date = `${month}-${String(12 + (index % 12)).padStart(2, "0")}`;
    const at = `${date}T18:00:00.000Z`;
    const { id } = books.insert({ title, author, month }, at);
    const host = people[index % people.length];
    const meeting = meetings.insert(
      { date, time: "19:00", location: `${host?.displayName.split(" ")[0] ?? "The library"}'s place`, bookId: id },
      `demo-${month}`,
      at,
    );
    people.forEach((member, seat) => {
      if ((index + seat) % 3 === 0) return;
      meetingAnswers.save(meeting, member.id, { answer: "yes", guests: (index * seat) % 5 === 4 ? 1 : 0 }, at);
      if ((index + seat) % 2 === 0) saveReview(deps, { user: member, token: null }, id, reviewOf(index, seat));
    });
    month = addCalendarMonths(month, 1);
  }
}

const reviewOf = (book: number, seat: number) => ({
  stars: 1 + ((book * 7 + seat * (1 + (book % 3))) % 5),
  text: (book + seat) % 4 === 0 ? (shelf.opinions[(book + seat) % shelf.opinions.length] ?? "") : "",
  finished: "yes" as const,
});

function actor(people: People, index: number): Actor {
  const user = people[index % people.length];
  if (!user) throw new Error("The demo club has no people");
  return { user, token: null };
}
