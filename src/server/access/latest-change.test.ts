import { beforeEach, describe, expect, test } from "bun:test";

import { AGE_HEADER } from "#contract/headers.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Post } from "#contract/posts.ts";
import { createAnswerUrl, createDatesUrl } from "#server/mail/answer-links.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia, otto } = eachClub(["ada", "mia", "otto"], { now: "2026-03-10T12:00:00Z" });
const REFUSED = [409, "You said something else later, on another device."];
const DATES = [
  { date: "2026-03-24", time: "19:00" },
  { date: "2026-03-25", time: "19:00" },
];

let [meetingId, needId, bookId] = [0, 0, 0];
let [first, second] = [0, 0];
beforeEach(async () => {
  const fields = { date: "2026-03-18", time: "19:00", location: "The cellar" };
  meetingId = (await jsonOf(ada.call("POST", "/api/meetings", fields))).id;
  const { dates }: Meeting = await jsonOf(ada.call("PUT", `/api/meetings/${meetingId}/dates`, { dates: DATES }));
  [first, second] = [dates[0]?.id ?? 0, dates[1]?.id ?? 0];
  needId = (await jsonOf(ada.call("POST", `/api/meetings/${meetingId}/needs`, { what: "Figs", quantity: 5 }))).id;
  const book = { title: "Emma", author: "Jane Austen", month: "2026-03" };
  bookId = club.deps.stores.books.insert(book, "2026-01-01T00:00:00Z").id;
});

type Change = readonly [method: string, path: string, body?: unknown];
const answer = (body: object | null): Change =>
  body ? ["PUT", `/api/meetings/${meetingId}/answer`, body] : ["DELETE", `/api/meetings/${meetingId}/answer`];
const chooseDates = (...ids: number[]): Change => ["PUT", `/api/meetings/${meetingId}/dates/mine`, { ids }];
const claim = (quantity: number | null): Change =>
  quantity === null ? ["DELETE", `/api/needs/${needId}/claim`] : ["PUT", `/api/needs/${needId}/claim`, { quantity }];
const review = (body: object | null): Change =>
  body ? ["PUT", `/api/books/${bookId}/review`, body] : ["DELETE", `/api/books/${bookId}/review`];
const reach = (fraction: number): Change => ["PUT", `/api/books/${bookId}/reached`, { fraction }];
const token = (url: string) => new URL(url).searchParams.get("token");

/** Another device, at once. */
async function change([method, path, body]: Change): Promise<void> {
  expect((await mia.call(method, path, body)).status).toBeLessThan(300);
}
/** A phone, which made the change this many minutes ago. */
async function sendQueued([method, path, body]: Change, minutes: number, who = mia): Promise<unknown[]> {
  const response = await who.call(method, path, body, { [AGE_HEADER]: String(minutes * 60) });
  return [response.status, response.ok ? "" : (await response.json()).message];
}
const wait = (minutes: number) =>
  club.setTime(new Date(club.deps.clock.now().getTime() + minutes * 60_000).toISOString());

/** What the server has of the member. */
async function readState(): Promise<unknown> {
  const { mine, dates, needs }: Meeting = await jsonOf(mia.call("GET", `/api/meetings/${meetingId}`));
  const shelf = await jsonOf(mia.call("GET", `/api/shelf/${bookId}`));
  const { reached } = await jsonOf(mia.call("GET", `/api/books/${bookId}/place`));
  const own = dates.filter((date) => date.mine).map(({ id }) => id);
  const bringing = needs[0]?.claims.find((one) => one.mine)?.quantity;
  return { mine, own, bringing, review: shelf.mine, reached };
}

const CASES: Record<string, readonly [queued: () => Change, later: () => Change | Promise<Change>]> = {
  "an answer replaced by an answer": [() => answer({ answer: "yes" }), () => answer({ answer: "no" })],
  "guests replaced by fewer": [() => answer({ answer: "yes", guests: 3 }), () => answer({ answer: "yes" })],
  "an answer that was withdrawn": [() => answer({ answer: "yes" }), () => answer(null)],
  "a withdrawal": [() => answer(null), () => answer({ answer: "maybe" })],
  "an answer by an email's link": [
    () => answer({ answer: "maybe" }),
    () => [
      "POST",
      "/api/answer",
      { token: token(createAnswerUrl(club.deps, mia.user.id, meetingId)), answer: "yes", confirm: true },
    ],
  ],
  dates: [() => chooseDates(first), () => chooseDates(second)],
  "dates by an email's link": [
    () => chooseDates(first),
    () => [
      "POST",
      "/api/dates",
      { token: token(createDatesUrl(club.deps, mia.user.id, meetingId)), ids: [], confirm: true },
    ],
  ],
  "a claim": [() => claim(3), () => claim(1)],
  "a claim that was deleted": [() => claim(3), () => claim(null)],
  "a claim whose post was deleted": [
    () => claim(3),
    async () => {
      const posts: Post[] = await jsonOf(mia.call("GET", "/api/posts"));
      return ["DELETE", `/api/posts/${posts.find((post) => post.needId === needId)?.id}`];
    },
  ],
  "a deleted claim": [() => claim(null), () => claim(2)],
  "an answer that would delete a later claim": [() => answer({ answer: "no" }), () => claim(2)],
  "a withdrawal that would delete a later claim": [() => answer(null), () => claim(2)],
  "a review's stars": [() => review({ stars: 2 }), () => review({ stars: 4 })],
  "a review that was deleted": [() => review({ text: "Dull" }), () => review(null)],
  "how far the member has read": [() => reach(0.5), () => reach(0.25)],
};

describe("what a device queued doesn't replace what the member said later elsewhere:", () => {
  test.each(Object.entries(CASES))("%s", async (_, [queued, later]) => {
    for (const one of [answer({ answer: "yes", guests: 1 }), claim(4), chooseDates(first, second)]) await change(one);
    await change(review({ stars: 5, text: "Fine" }));
    wait(120);
    await change(await later());
    const stateBefore = await readState();
    wait(0.5);
    expect(await sendQueued(queued(), 60)).toEqual(REFUSED);
    expect(await readState()).toEqual(stateBefore);
    expect((await sendQueued(queued(), 0))[0]).toBeLessThan(300);
    expect(await readState()).not.toEqual(stateBefore);
  });
});

describe("a queued change is accepted", () => {
  test("if it was made after the one on the server", async () => {
    await change(answer({ answer: "no" }));
    wait(120);
    expect(await sendQueued(answer({ answer: "yes" }), 60)).toEqual([200, ""]);
    expect(await readState()).toMatchObject({ mine: { answer: "yes" } });
    // an older one of a third device
    expect(await sendQueued(answer({ answer: "maybe" }), 90)).toEqual(REFUSED);
  });

  test("if the server got it before, but not the device its response", async () => {
    for (const one of [answer({ answer: "yes" }), chooseDates(second, first), claim(2), review({ text: "Fine" })]) {
      await change(one);
      wait(1);
      expect((await sendQueued(one, 2))[1]).toBe("");
    }
  });

  test("if another member or something else changed later", async () => {
    await otto.call("PUT", `/api/meetings/${meetingId}/answer`, { answer: "no" });
    await change(claim(1));
    await change(review({ stars: 4 }));
    wait(1);
    expect(await sendQueued(answer({ answer: "yes" }), 60)).toEqual([200, ""]);
    expect(await sendQueued(review({ stars: 4, text: "Fine" }), 60)).toEqual([200, ""]);
    expect(await readState()).toMatchObject({
      mine: { answer: "yes" },
      review: { stars: 4, text: "Fine" },
      bringing: 1,
    });
  });
});

test("counts an answer that is repeated later", async () => {
  await change(answer({ answer: "yes" }));
  wait(120);
  await change(answer({ answer: "yes" }));
  expect(await sendQueued(answer({ answer: "no" }), 60)).toEqual(REFUSED);
});

test("accepts what isn't queued after the clock was set back", async () => {
  await change(answer({ answer: "yes" }));
  wait(-120);
  await change(answer({ answer: "no" }));
  expect(await readState()).toMatchObject({ mine: { answer: "no" } });
});

test.each(["-1", "1.5", "soon", "", "1, 1", "9".repeat(9)])("rejects an age of %p", async (age) => {
  const [method, path, body] = answer({ answer: "yes" });
  expect((await mia.call(method, path, body, { [AGE_HEADER]: age })).status).toBe(422);
});
