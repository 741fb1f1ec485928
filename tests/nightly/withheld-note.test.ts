import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import type { Notes } from "#contract/notes.ts";
import { localTime } from "#contract/zoned-time.ts";
import { type ApiClient, callAsAdmin, register } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

let club: RunningClub;
let ada: ApiClient;
let bookId: number;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  await club.makeAdmin();
  ada = await callAsAdmin(club);
  bookId = await importBook(club, { ebook: bookOf({ chapters: plainChapters([2000, 4000, 3000]) }) });
}, 60_000);
afterAll(() => club.stop());

const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);
const statusOf = async (answer: Promise<Response>) => (await answer).status;

test("a host's date in the past opens no other member's note", async () => {
  const [mia, otto] = [await register(club, "mia"), await register(club, "otto")];
  expect(await statusOf(otto.call("PUT", `/api/books/${bookId}/reached`, { fraction: 1 }))).toBe(200);
  const note = { text: "The butler did it", fraction: 0.9 };
  expect(await statusOf(otto.call("POST", `/api/books/${bookId}/notes`, note))).toBe(201);
  const fetchNotes = (): Promise<Notes> => jsonOf(mia.call("GET", `/api/books/${bookId}/notes`));
  const before = await fetchNotes();
  expect(before).toMatchObject({ open: false, notes: [], ahead: [{ count: 1 }] });

  const meeting = { date: inDays(9), time: "19:00", location: "The cellar", bookId };
  const { id }: Meeting = await jsonOf(ada.call("POST", "/api/meetings", meeting));
  const path = `/api/meetings/${id}`;
  expect(await statusOf(mia.call("PUT", `${path}/host`, {}))).toBe(200);
  for (const date of [inDays(-1), inDays(-30), "2020-01-08"]) {
    expect([date, await statusOf(mia.call("PATCH", path, { date }))]).toEqual([date, 422]);
    expect([date, await fetchNotes()]).toEqual([date, before]);
  }
  const dates = [inDays(-1), inDays(-2)].map((date) => ({ date, time: "19:00" }));
  await mia.call("PUT", `${path}/dates`, { dates });
  const { dates: proposedDates }: Meeting = await jsonOf(ada.call("GET", path));
  for (const { id: dateId } of proposedDates) await mia.call("POST", `${path}/dates/${dateId}/choose`);
  expect(await jsonOf(ada.call("GET", path))).toMatchObject({ date: meeting.date, state: "planned" });
  expect(await fetchNotes()).toEqual(before);
});
