import { beforeEach } from "bun:test";

import type { Nomination } from "#contract/nominations.ts";
import type { Poll } from "#contract/polls.ts";

import type { Person } from "./club.ts";
import { eachClub } from "./each-club.ts";
import { jsonOf } from "./json.ts";

/** For each test, a club on 10 March that reads Emma, with an admin (ada) and two members. */
export function eachVoteClub() {
  const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
  beforeEach(() => {
    club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-01-01");
  });
  const nominated = async (person: Person, title: string): Promise<Nomination> =>
    jsonOf(person.call("POST", "/api/nominations", { title, author: "Jane Austen" }));
  return {
    club,
    ada,
    mia,
    otto,
    nominated,
    nominations: (person: Person): Promise<Nomination[]> => jsonOf(person.call("GET", "/api/nominations")),
    poll: (person: Person): Promise<Poll> => jsonOf(person.call("GET", "/api/polls/current")),
    adoptBook: (id: number, nominationId: number) => ada.call("POST", `/api/polls/${id}/adopt`, { nominationId }),
    /** An open vote for April until March 20, with its nominations. */
    openVote: async () => {
      const [a, b, c] = [await nominated(mia, "A"), await nominated(otto, "B"), await nominated(ada, "C")];
      const newPoll = { month: "2026-04", closesAt: "2026-03-20T20:00:00Z", nominationIds: [a.id, b.id, c.id] };
      const poll: Poll = await jsonOf(ada.call("POST", "/api/polls", newPoll));
      return { id: poll.id, a, b, c, asked: newPoll, opened: poll };
    },
  };
}
