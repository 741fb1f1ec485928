import { describe, expect, test } from "bun:test";

import { strFromU8, strToU8, unzipSync } from "fflate";

import type { Poll } from "#contract/polls.ts";
import { imagePath } from "#server/adapters/images.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { eachVoteClub } from "#tests/support/vote-club.ts";

import { closeDuePoll, deleteOldVotes } from "./close-due-poll.ts";

const COVER = `/api/covers/${"a".repeat(64)}.webp`;

const { club, ada, mia, otto, nominated, nominations, poll, adoptBook, openVote } = eachVoteClub();
const saveVote = (who: Person, id: number, nominationIds: unknown) =>
  who.call("PUT", `/api/polls/${id}/ballot`, { nominationIds });

describe("a vote", () => {
  test("hides counts until it closes, but says how many voted", async () => {
    const { id, a, b } = await openVote();
    await saveVote(mia, id, [a.id, b.id]);
    for (const who of [ada, mia, otto]) {
      const { options, ...rest } = await poll(who);
      expect(options.map(({ votes }) => votes)).toEqual([null, null, null]);
      expect(options.every(({ nomination }) => nomination.state === "on-ballot")).toBe(true);
      expect(rest).toEqual({
        id,
        month: "2026-04",
        closesAt: "2026-03-20T20:00:00.000Z",
        state: "open",
        votesPerMember: 3,
        mine: who === mia ? [a.id, b.id] : [],
        voted: 1,
        members: 3,
        winnerId: null,
        tied: [],
        adopted: [],
      });
    }
  });

  test("replaces a ballot, an empty one withdraws it", async () => {
    const { id, a, b, c } = await openVote();
    await saveVote(mia, id, [a.id]);
    expect(await jsonOf(saveVote(mia, id, [b.id, c.id]))).toMatchObject({ mine: [b.id, c.id], voted: 1 });
    await Promise.all([saveVote(mia, id, [a.id]), saveVote(mia, id, [b.id])]);
    expect((await poll(mia)).mine).toHaveLength(1);
    expect(await jsonOf(saveVote(mia, id, []))).toMatchObject({ mine: [], voted: 0 });
  });

  test("rejects unknown, duplicate and too many ids", async () => {
    const { id, a, b, c } = await openVote();
    const unlistedNomination = await nominated(mia, "D");
    await saveVote(mia, id, [a.id]);
    for (const ids of [
      [unlistedNomination.id],
      [4711],
      [a.id, a.id],
      [a.id, b.id, c.id, unlistedNomination.id],
      ["1"],
      [0],
      "1",
      null,
    ])
      expect((await saveVote(mia, id, ids)).status).toBe(422);
    expect((await poll(mia)).mine).toEqual([a.id]);
    expect((await saveVote(mia, 4711, [a.id])).status).toBe(404);
  });

  test("closes to the second, even when the clock is set back", async () => {
    const { id, a, b } = await openVote();
    club.setTime("2026-03-20T19:59:59.999Z");
    await saveVote(mia, id, [a.id]);
    club.setTime("2026-03-20T20:00:00Z");
    expect((await saveVote(otto, id, [b.id])).status).toBe(409);
    club.setTime("2026-03-19T20:00:00Z");
    expect((await saveVote(otto, id, [b.id])).status).toBe(409);
    expect(await poll(mia)).toMatchObject({ state: "closed", winnerId: a.id, tied: [], voted: 1, mine: [a.id] });
    expect((await nominations(mia)).map(({ state }) => state)).toEqual(["open", "open", "open"]);
  });

  test("closes as of its due time, and disappears a week later", async () => {
    const { a } = await openVote();
    club.setTime("2026-03-27T19:59:59Z");
    closeDuePoll(club.deps);
    expect(await poll(mia)).toMatchObject({ state: "closed", winnerId: null, tied: [] });
    club.setTime("2026-03-27T20:00:00Z");
    expect(await poll(mia)).toBeNull();
    expect((await nominations(mia)).some(({ id }) => id === a.id)).toBe(true);
  });

  test("reports a tie, and lets an admin choose once", async () => {
    const { id, a, b, c } = await openVote();
    await saveVote(mia, id, [a.id, c.id]);
    await saveVote(otto, id, [b.id, c.id]);
    await saveVote(ada, id, [a.id, b.id]);
    expect((await adoptBook(id, a.id)).status).toBe(409);
    expect((await mia.call("POST", `/api/polls/${id}/close`)).status).toBe(403);
    const closedPoll: Poll = await jsonOf(ada.call("POST", `/api/polls/${id}/close`));
    expect(closedPoll).toMatchObject({ winnerId: null, tied: [a.id, b.id, c.id] });
    expect((await ada.call("POST", `/api/polls/${id}/close`)).status).toBe(200);
    const unlistedNomination = await nominated(mia, "D");
    expect((await adoptBook(id, unlistedNomination.id)).status).toBe(409);
    const adoptResponse = await adoptBook(id, b.id);
    expect(adoptResponse.status).toBe(201);
    expect(await adoptResponse.json()).toMatchObject({ title: "B", author: "Jane Austen", month: "2026-04" });
    expect((await adoptBook(id, b.id)).status).toBe(409);
    expect((await adoptBook(id, a.id)).status).toBe(409);
    const states = Object.fromEntries((await nominations(mia)).map(({ title, state }) => [title, state]));
    expect(states).toEqual({ A: "open", B: "chosen", C: "open", D: "open" });
  });

  test("turns the winner into a book with cover, synopsis and ISBN", async () => {
    const { id, a } = await openVote();
    await ada.call("POST", `/api/polls/${id}/close`);
    const details = { isbn: "9780141439587", synopsis: "A storm, a lamp, a letter.", coverImage: COVER };
    await Bun.write(club.deps.disk.absolute(imagePath(COVER)), "picture");
    expect((await mia.call("PATCH", `/api/nominations/${a.id}`, details)).status).toBe(200);
    await adoptBook(id, a.id);
    expect(club.deps.stores.books.findOfMonth("2026-04")).toMatchObject({ title: "A", ...details });
  });

  test("isn't adopted if its month has a book in the meantime", async () => {
    const { id, a } = await openVote();
    await ada.call("POST", `/api/polls/${id}/close`);
    club.deps.stores.books.insert({ title: "Sanditon", author: "J", month: "2026-04" }, "2026-01-01");
    expect((await adoptBook(id, a.id)).status).toBe(409);
    expect((await nominations(mia)).every(({ state }) => state === "open")).toBe(true);
  });

  test("is one at a time, for a future month without a book", async () => {
    const { id, asked, a, b } = await openVote();
    const openPoll = (change: object) => ada.call("POST", "/api/polls", { ...asked, ...change });
    expect((await openPoll({})).status).toBe(409);
    await ada.call("POST", `/api/polls/${id}/close`);
    expect((await openPoll({ month: "2026-03" })).status).toBe(409);
    for (const invalidPoll of [
      { month: "2026-02" },
      { month: "2026-13" },
      { closesAt: "2026-03-10T12:00:00Z" },
      { closesAt: "2026-03-31" },
      { closesAt: "2026-04-31T20:00:00Z" },
      { nominationIds: [a.id] },
      { nominationIds: [a.id, a.id] },
      { nominationIds: [a.id, 4711] },
      { nominationIds: Array.from({ length: 13 }, (_, index) => index + 1) },
    ])
      expect((await openPoll(invalidPoll)).status).toBe(422);
    await adoptBook(id, a.id);
    expect((await openPoll({ month: "2026-05" })).status).toBe(422);
    expect((await openPoll({ month: "2026-04", nominationIds: [b.id, asked.nominationIds[2]] })).status).toBe(409);
    const responses = await Promise.all(
      [1, 2].map(() => openPoll({ month: "2026-05", nominationIds: asked.nominationIds.slice(1) })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("locks its books while it's open", async () => {
    const { id, a } = await openVote();
    for (const who of [mia, ada]) {
      expect((await who.call("DELETE", `/api/nominations/${a.id}`)).status).toBe(409);
      expect((await who.call("PATCH", `/api/nominations/${a.id}`, { reason: "x" })).status).toBe(409);
    }
    await saveVote(mia, id, [a.id]);
    await ada.call("POST", `/api/polls/${id}/close`);
    expect((await mia.call("DELETE", `/api/nominations/${a.id}`)).status).toBe(204);
    expect((await nominations(mia)).some((one) => one.id === a.id)).toBe(false);
    expect(await poll(otto)).toMatchObject({ winnerId: a.id });
    expect((await adoptBook(id, a.id)).status).toBe(201);
  });

  test("removes an open ballot with its account, counts closed ones", async () => {
    const { id, a, b } = await openVote();
    await saveVote(mia, id, [a.id]);
    await saveVote(otto, id, [b.id]);
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    expect(await poll(otto)).toMatchObject({ voted: 1, members: 2 });
    await ada.call("POST", `/api/polls/${id}/close`);
    await ada.call("DELETE", `/api/users/${otto.user.id}`);
    expect(await poll(ada)).toMatchObject({ voted: 1, members: 2, winnerId: b.id });
  });

  test("deletes who voted for what once it isn't shown", async () => {
    const { id, a } = await openVote();
    await saveVote(mia, id, [a.id]);
    club.setTime("2026-03-27T12:00:00Z");
    deleteOldVotes(club.deps);
    expect((await poll(mia)).mine).toEqual([a.id]);
    club.setTime("2026-03-28T12:00:00Z");
    deleteOldVotes(club.deps);
    expect(club.db.query("SELECT * FROM ballots").all()).toEqual([]);
    expect(club.deps.stores.polls.countVotesByOption(id)[0]?.votes).toBe(1);
  });

  test("never reveals who voted for what", async () => {
    const { id, a, b, c } = await openVote();
    club.logged.length = 0;
    const fetchAll = async () => {
      const calls = ["polls/current", "nominations", "audit", "shelf", "users", "months", "wines", "email/outbox"];
      return Promise.all(
        [ada, otto].flatMap((who) => calls.map(async (path) => (await who.call("GET", `/api/${path}`)).text())),
      );
    };
    await saveVote(mia, id, [a.id]);
    const one = await fetchAll();
    await saveVote(mia, id, [b.id, c.id]);
    expect(await fetchAll()).toEqual(one);
    expect(await jsonOf(saveVote(otto, id, [a.id]))).toEqual(await poll(otto));
    expect(await jsonOf(ada.call("POST", `/api/polls/${id}/close`))).toEqual({ ...(await poll(ada)), mine: [] });
    const answersAfterClosing = await fetchAll();
    expect(answersAfterClosing.filter((text) => /ballot"|votedFor|voters/.test(text))).toEqual([]);
    expect(await poll(otto)).toMatchObject({ mine: [a.id], options: [{ votes: 1 }, { votes: 1 }, { votes: 1 }] });
    expect(club.logged.join("\n")).not.toMatch(/nominationIds|"vote/);
  });

  test("exports each member's own ballot only", async () => {
    const { id, a, b, c } = await openVote();
    const ballots = { [mia.user.id]: [a.id], [otto.user.id]: [b.id, c.id], [ada.user.id]: [] };
    await saveVote(mia, id, [a.id]);
    await saveVote(otto, id, [b.id, c.id]);
    for (const isClosed of [false, true]) {
      if (isClosed) await ada.call("POST", `/api/polls/${id}/close`);
      for (const who of [ada, mia, otto]) {
        const files = unzipSync(await (await who.call("GET", "/api/profile/export")).bytes());
        const exportedBallots: unknown = JSON.parse(strFromU8(files["ballots.json"] ?? strToU8("[]")));
        const ownBallots = (ballots[who.user.id] ?? []).map((nominationId) => ({
          poll_id: id,
          user_id: who.user.id,
          nomination_id: nominationId,
        }));
        expect(exportedBallots).toEqual(ownBallots);
      }
    }
  });

  test("keeps a former member's book, rejects a withdrawn one", async () => {
    const withdrawnNomination = await nominated(mia, "D");
    await mia.call("DELETE", `/api/nominations/${withdrawnNomination.id}`);
    const { id, a, b } = await openVote();
    expect((await saveVote(otto, id, [withdrawnNomination.id])).status).toBe(422);
    await saveVote(otto, id, [a.id]);
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    const { options } = await poll(otto);
    expect(options[0]?.nomination).toMatchObject({ id: a.id, nominatedBy: { displayName: "A former member" } });
    expect((await saveVote(ada, id, [a.id, b.id])).status).toBe(200);
    expect(await jsonOf(ada.call("POST", `/api/polls/${id}/close`))).toMatchObject({ winnerId: a.id, voted: 2 });
    expect((await adoptBook(id, a.id)).status).toBe(201);
  });

  test("accepts one of two simultaneous ballots, none when closing", async () => {
    const { id, a, b, c } = await openVote();
    await Promise.all([
      ...Array.from({ length: 10 }, (_, turn) => saveVote(mia, id, turn % 2 ? [a.id, b.id] : [c.id])),
      saveVote(otto, id, [b.id]),
    ]);
    const { mine, voted } = await poll(mia);
    expect([[a.id, b.id], [c.id]]).toContainEqual(mine);
    expect(voted).toBe(2);
    const [closeResponse, lateBallot] = await Promise.all([
      ada.call("POST", `/api/polls/${id}/close`),
      saveVote(ada, id, [a.id]),
    ]);
    const result = await jsonOf(Promise.resolve(closeResponse));
    expect(result.voted).toBe(lateBallot.status === 200 ? 3 : 2);
    const optionVotes = result.options.map(({ votes }: { votes: number }) => votes);
    expect((await poll(mia)).options.map(({ votes }) => votes)).toEqual(optionVotes);
  });
});
