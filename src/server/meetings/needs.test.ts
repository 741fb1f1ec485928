import { beforeEach, describe, expect, test } from "bun:test";

import type { Need } from "#contract/needs.ts";
import type { Post } from "#contract/posts.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, ben } = eachClub(["ada", "mia", "ben"], { now: "2026-03-10T12:00:00Z" });
let meetingId: number;
beforeEach(async () => {
  meetingId = await planMeeting("2026-03-18");
});

const planMeeting = async (date: string): Promise<number> =>
  (await jsonOf(ada.call("POST", "/api/meetings", { date, time: "19:00", location: "The cellar" }))).id;
const createNeed = (what = "Red wine", quantity = 2): Promise<Need> =>
  jsonOf(ada.call("POST", `/api/meetings/${meetingId}/needs`, { what, quantity }));
const claimNeed = (who: Person, id: number, quantity = 1) => who.call("PUT", `/api/needs/${id}/claim`, { quantity });
const answerMeeting = (who: Person, body: object, id = meetingId) =>
  who.call("PUT", `/api/meetings/${id}/answer`, body);
const listPosts = (who = mia): Promise<Post[]> => jsonOf(who.call("GET", "/api/posts"));
const listNeeds = async (who = mia): Promise<Need[]> => (await jsonOf(who.call("GET", "/api/meetings/current"))).needs;

describe("an answer", () => {
  test("counts guests and lists names, yes first", async () => {
    await answerMeeting(ben, { answer: "maybe", guests: 2 });
    const meetingAfter = await jsonOf(answerMeeting(mia, { answer: "yes", guests: 9 }));
    await answerMeeting(ada, { answer: "no", guests: 3 });
    expect(meetingAfter.mine).toEqual({ answer: "yes", guests: 9 });
    expect(await jsonOf(ben.call("GET", "/api/meetings/current"))).toMatchObject({
      answers: { yes: 1, maybe: 1, no: 1, guests: 11 },
      mine: { answer: "maybe", guests: 2 },
      people: [
        { user: { id: mia.user.id, displayName: "mia", photoURL: null }, answer: "yes", guests: 9 },
        { user: { id: ben.user.id, displayName: "ben", photoURL: null }, answer: "maybe", guests: 2 },
        { user: { id: ada.user.id, displayName: "ada", photoURL: null }, answer: "no", guests: 0 },
      ],
    });
  });

  test("can be changed until the meeting ends, dated or not", async () => {
    await answerMeeting(mia, { answer: "yes", guests: 1 });
    expect((await jsonOf(answerMeeting(mia, { answer: "maybe" }))).mine).toEqual({ answer: "maybe", guests: 0 });
    expect((await jsonOf(mia.call("DELETE", `/api/meetings/${meetingId}/answer`))).mine).toBeNull();
    expect((await answerMeeting(mia, { answer: "yes" }, await planMeeting(""))).status).toBe(200);
  });

  test("is too late for a meeting that is over or was just canceled", async () => {
    await ada.call("POST", `/api/meetings/${meetingId}/cancel`);
    const refusedResponse = await answerMeeting(mia, { answer: "yes" });
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      409,
      "This meeting was canceled.",
    ]);
    const otherMeetingId = await planMeeting("2026-03-11");
    club.setTime("2026-03-12T01:00:00Z");
    expect((await answerMeeting(mia, { answer: "yes" }, otherMeetingId)).status).toBe(409);
    expect((await mia.call("DELETE", `/api/meetings/${otherMeetingId}/answer`)).status).toBe(409);
    expect((await answerMeeting(mia, { answer: "yes" }, 99)).status).toBe(404);
  });

  test.each([
    { answer: "perhaps" },
    {},
    { answer: "yes", guests: 10 },
    { answer: "yes", guests: -1 },
    { answer: "yes", guests: 1.5 },
  ])("is refused as %p", async (body) => {
    expect((await answerMeeting(mia, body)).status).toBe(422);
  });

  test("removes the member from the admins' list of unanswered", async () => {
    await answerMeeting(mia, { answer: "no" });
    expect(await jsonOf(ada.call("GET", `/api/meetings/${meetingId}/unanswered`))).toEqual([
      { displayName: "ada", email: "ada@example.org" },
      { displayName: "ben", email: "ben@example.org" },
    ]);
    expect((await ada.call("GET", "/api/meetings/99/unanswered")).status).toBe(404);
  });
});

describe("a need", () => {
  test("is limited to 30, and older surplus stays", async () => {
    for (let at = 0; at < 30; at += 1) await createNeed(`${at}`);
    const addNeed = () => ada.call("POST", `/api/meetings/${meetingId}/needs`, { what: "Ice", quantity: 1 });
    const refusedResponse = await addNeed();
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      409,
      "A meeting can need at most 30 things. Remove one first.",
    ]);
    const now = "2026-03-10T12:00:00Z";
    for (let at = 0; at < 2; at += 1)
      club.deps.stores.meetingNeeds.insert(meetingId, { what: "From before", quantity: 1 }, now);
    const [firstNeed, secondNeed, thirdNeed] = await listNeeds();
    expect(await listNeeds()).toHaveLength(32);
    for (const claimedNeed of [firstNeed, secondNeed]) {
      expect((await ada.call("DELETE", `/api/needs/${claimedNeed?.id}`)).status).toBe(204);
      expect((await addNeed()).status).toBe(409);
    }
    await ada.call("DELETE", `/api/needs/${thirdNeed?.id}`);
    expect((await addNeed()).status).toBe(201);
  });

  test("added twice at once is one need, until it's claimed", async () => {
    const bea = club.admin("bea");
    const body = { what: " Red wine", quantity: 2 };
    const addedNeeds = await Promise.all([
      createNeed(),
      jsonOf(bea.call("POST", `/api/meetings/${meetingId}/needs`, body)),
    ]);
    expect(new Set(addedNeeds.map(({ id }) => id)).size).toBe(1);
    await createNeed("Red wine", 1);
    await claimNeed(mia, addedNeeds[0]?.id ?? 0);
    await createNeed();
    expect((await listNeeds()).map(({ what, quantity }) => `${quantity} ${what}`)).toEqual([
      "2 Red wine",
      "1 Red wine",
      "2 Red wine",
    ]);
  });

  test("is claimed in parts, each shown on the board like a post", async () => {
    const { id } = await createNeed("Red wine", 3);
    const needAfterClaim: Need = await jsonOf(claimNeed(mia, id, 2));
    expect(needAfterClaim).toEqual({
      id,
      what: "Red wine",
      quantity: 3,
      left: 1,
      claims: [{ user: { id: mia.user.id, displayName: "mia", photoURL: null }, quantity: 2, mine: true }],
    });
    expect(await listPosts(ben)).toMatchObject([{ content: "2 × Red wine", needId: id, meetingId, mine: false }]);
    await claimNeed(mia, id, 1);
    expect(await listPosts()).toMatchObject([{ content: "Red wine", mine: true }]);
    expect((await listNeeds(ben))[0]?.claims[0]?.mine).toBe(false);
  });

  test("goes to one of two simultaneous claims, and says what's left", async () => {
    const { id } = await createNeed("Ice", 2);
    const people = Array.from({ length: 20 }, (_, number) => club.member(`member-${number}`));
    const responses = await Promise.all(people.map((person) => claimNeed(person, id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    const rejections = responses.filter(({ status }) => status === 409);
    expect(rejections).toHaveLength(18);
    for (const rejection of rejections) expect((await rejection.json()).message).toContain("claimed the last one");
    expect([(await listNeeds())[0]?.left, (await listPosts()).length]).toEqual([0, 2]);
    const quantityTest = await createNeed("Glasses", 3);
    expect((await (await claimNeed(mia, quantityTest.id, 4)).json()).message).toBe("Only 3 are left.");
  });

  test("can't fall below its claims, and is deleted with them", async () => {
    const { id } = await createNeed("Red wine", 3);
    await claimNeed(mia, id, 2);
    const refusedResponse = await ada.call("PATCH", `/api/needs/${id}`, { quantity: 1 });
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      409,
      expect.stringContaining("2"),
    ]);
    expect(await jsonOf(ada.call("PATCH", `/api/needs/${id}`, { what: " White wine ", quantity: 2 }))).toMatchObject({
      what: "White wine",
      left: 0,
    });
    expect((await listPosts())[0]?.content).toBe("2 × White wine");
    expect((await ada.call("DELETE", `/api/needs/${id}`)).status).toBe(204);
    expect([await listNeeds(), await listPosts()]).toEqual([[], []]);
  });

  test("is free again when a member declines or deletes the claim", async () => {
    const { id } = await createNeed("Red wine", 3);
    await claimNeed(mia, id);
    await answerMeeting(mia, { answer: "no" });
    expect((await listNeeds())[0]?.left).toBe(3);
    expect((await claimNeed(mia, id)).status).toBe(409);
    await answerMeeting(mia, { answer: "yes" });
    await claimNeed(mia, id);
    await mia.call("DELETE", `/api/meetings/${meetingId}/answer`);
    expect((await listNeeds())[0]?.left).toBe(3);
    await claimNeed(mia, id);
    const [needsPost] = await listPosts();
    expect((await mia.call("PATCH", `/api/posts/${needsPost?.id}`, { content: "Beer" })).status).toBe(409);
    expect((await mia.call("DELETE", `/api/posts/${needsPost?.id}`)).status).toBe(204);
    expect((await listNeeds())[0]?.left).toBe(3);
    await claimNeed(mia, id);
    expect((await mia.call("DELETE", `/api/needs/${id}/claim`)).status).toBe(204);
    expect(await listPosts()).toEqual([]);
  });

  test("of a past or canceled meeting can't be claimed", async () => {
    const { id } = await createNeed();
    await ada.call("POST", `/api/meetings/${meetingId}/cancel`);
    expect((await claimNeed(mia, id)).status).toBe(409);
    expect((await claimNeed(mia, 99)).status).toBe(404);
    expect((await ada.call("POST", `/api/meetings/${meetingId}/needs`, { what: "Ice", quantity: 1 })).status).toBe(409);
  });

  test.each([
    { what: "", quantity: 1 },
    { what: "x".repeat(81), quantity: 1 },
    { what: "a\nb", quantity: 1 },
    { what: "Ice", quantity: 0 },
    { what: "Ice", quantity: 100 },
  ])("is refused as %p", async (body) => {
    expect((await ada.call("POST", `/api/meetings/${meetingId}/needs`, body)).status).toBe(422);
  });

  test("is removed by a board reset, and restored if there's room", async () => {
    const { id } = await createNeed("Red wine", 2);
    await claimNeed(mia, id);
    await claimNeed(ben, id);
    await ada.call("DELETE", "/api/posts");
    expect((await listNeeds())[0]?.left).toBe(2);
    await claimNeed(ada, id);
    await ada.call("POST", "/api/posts/restore");
    expect((await listNeeds())[0]).toMatchObject({
      left: 0,
      claims: [{ user: { displayName: "mia" } }, { user: { displayName: "ada" } }],
    });
  });
});

describe("the board", () => {
  test("lists posts of the current meeting and of no meeting", async () => {
    await mia.call("POST", "/api/posts", { content: "Brie" });
    club.setTime("2026-03-20T12:00:00Z");
    await mia.call("POST", "/api/posts", { content: "Figs" });
    expect((await listPosts()).map(({ content, meetingId }) => [content, meetingId])).toEqual([
      ["Figs", null],
      ["Brie", meetingId],
    ]);
    const nextMeetingId = await planMeeting("2026-04-15");
    expect((await listPosts()).map(({ content, meetingId }) => [content, meetingId])).toEqual([
      ["Figs", nextMeetingId],
    ]);
    await ada.call("DELETE", "/api/posts");
    expect(club.db.query("SELECT content FROM posts").all()).toEqual([{ content: "Brie" }]);
  });

  test("keeps an edited post in place and marks it", async () => {
    const { id } = await jsonOf(mia.call("POST", "/api/posts", { content: "Brie" }));
    club.setTime("2026-03-10T13:00:00Z");
    const editedPost = await jsonOf(mia.call("PATCH", `/api/posts/${id}`, { content: " Two Bries " }));
    expect(editedPost).toMatchObject({ content: "Two Bries", editedAt: "2026-03-10T13:00:00.000Z" });
    expect((await mia.call("PATCH", "/api/posts/99", { content: "x" })).status).toBe(404);
    expect((await mia.call("PATCH", `/api/posts/${id}`, { content: " " })).status).toBe(422);
  });

  test("accepts 100 posts a minute from a member", async () => {
    const statuses = new Map<number, number>();
    for (let attempt = 0; attempt < 105; attempt += 1) {
      const { status } = await mia.call("POST", "/api/posts", { content: `Dish ${attempt}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 100, 429: 5 });
    const refusedResponse = await mia.call("POST", "/api/posts", { content: "More" });
    expect(refusedResponse.headers.get("retry-after")).toBe("60");
    expect((await ben.call("POST", "/api/posts", { content: "Figs" })).status).toBe(201);
    club.setTime("2026-03-10T12:01:00Z");
    expect((await mia.call("POST", "/api/posts", { content: "More" })).status).toBe(201);
  });
});
