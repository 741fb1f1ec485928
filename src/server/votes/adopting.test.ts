import { describe, expect, test } from "bun:test";

import { strFromU8, strToU8, unzipSync } from "fflate";

import type { Person } from "#tests/support/club.ts";
import { eachVoteClub } from "#tests/support/vote-club.ts";

const { club, ada, mia, otto, nominations, poll, adoptBook, openVote } = eachVoteClub();

describe("a closed vote", () => {
  test("sets a second month's book, announced when it begins", async () => {
    const { id, a, b, c } = await openVote();
    await ada.call("POST", `/api/polls/${id}/close`);
    const adoptNomination = (nominationId: number, month?: string) =>
      ada.call("POST", `/api/polls/${id}/adopt`, { nominationId, ...(month !== undefined && { month }) });
    expect((await adoptNomination(a.id, "2026-02")).status).toBe(422);
    expect((await adoptNomination(a.id)).status).toBe(201);
    const conflictResponse = await adoptNomination(b.id, "2026-03");
    expect(conflictResponse.status).toBe(409);
    expect((await conflictResponse.json()).message).toBe("March 2026 already has a book: “Emma”.");
    const responses = await Promise.all([adoptNomination(b.id, "2026-05"), adoptNomination(c.id, "2026-05")]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await adoptNomination(b.id, "2026-06")).status).toBe(409);
    const adminPoll = await poll(ada);
    expect(adminPoll.adopted).toMatchObject([
      { nominationId: a.id, month: "2026-04" },
      { nominationId: b.id, month: "2026-05" },
    ]);
    expect((await poll(mia)).adopted).toEqual([]);
    const getState = async (who: Person) => (await nominations(who)).find((one) => one.id === b.id)?.state;
    expect([await getState(ada), await getState(mia), await getState(otto)]).toEqual(["chosen", "open", "open"]);
    const files = unzipSync(await (await otto.call("GET", "/api/profile/export")).bytes());
    expect(strFromU8(files["nominations.json"] ?? strToU8(""))).toContain('"chosen_at": null');
    club.setTime("2026-05-01T12:00:00Z");
    expect(await getState(club.member("ben"))).toBe("chosen");
  });

  test("gives no further month a book once the next vote has opened", async () => {
    const { id, a, b, c } = await openVote();
    await ada.call("POST", `/api/polls/${id}/close`);
    await adoptBook(id, a.id);
    const nextPoll = { month: "2026-05", closesAt: "2026-03-20T20:00:00Z", nominationIds: [b.id, c.id] };
    expect((await ada.call("POST", "/api/polls", nextPoll)).status).toBe(201);
    expect((await ada.call("POST", `/api/polls/${id}/adopt`, { nominationId: b.id, month: "2026-06" })).status).toBe(
      409,
    );
  });
});
