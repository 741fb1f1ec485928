import { afterAll, beforeEach, expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { startPushService } from "#tests/support/push-service.ts";

import { sendDueNotices } from "./notices.ts";

const service = startPushService();
afterAll(() => service.stop());
// clocks in New York go from 2:00 to 3:00 on March 8
const { club, ada } = eachClub(["ada"], {
  now: "2026-03-01T12:00:00Z",
  environment: { PUSH_ORIGINS: service.origin },
});
beforeEach(async () => {
  service.received.length = 0;
  await ada.call("POST", "/api/profile/push", service.subscription());
});

const planMeeting = async (): Promise<number> => {
  const plan = { date: "2026-03-20", time: "19:00", location: "The cellar" };
  return (await jsonOf(ada.call("POST", "/api/meetings", plan))).id;
};
const listNotices = async (minute: number, id: number, method: string, change: object, path = "") => {
  club.setTime(`2026-03-01T12:0${minute}:00Z`);
  await jsonOf(ada.call(method, `/api/meetings/${id}${path}`, change));
  await sendDueNotices(club.deps);
  return service.received.map(({ notice }) => `${notice.title}: ${notice.body}`);
};

test("doesn't call a meeting moved when only its place changes", async () => {
  const id = await planMeeting();
  expect(await listNotices(1, id, "PATCH", { location: "The attic" })).toEqual([]);
  const moved = "The meeting has moved: Saturday, March 21, 7:00 PM EDT, The attic";
  expect(await listNotices(2, id, "PATCH", { date: "2026-03-21" })).toEqual([moved]);
  expect(await listNotices(3, id, "PATCH", { location: "The roof" })).toEqual([moved]);
  const movedAgain = "The meeting has moved: Sunday, March 22, 7:00 PM EDT, The roof";
  expect(await listNotices(4, id, "PATCH", { date: "2026-03-22" })).toEqual([moved, movedAgain]);
  const canceled = "The meeting is canceled: Sunday, March 22, 7:00 PM EDT, The roof";
  expect(await listNotices(5, id, "POST", {}, "/cancel")).toEqual([moved, movedAgain, canceled]);
});

test("doesn't call a meeting moved whose stored time clocks skip", async () => {
  const id = await planMeeting();
  club.db.run("UPDATE meetings SET date = '2026-03-08', time = '02:30' WHERE id = ?", [id]);
  expect(await listNotices(1, id, "PATCH", { location: "The attic" })).toEqual([]);
  expect(await jsonOf(ada.call("GET", `/api/meetings/${id}`))).toMatchObject({ time: "03:30" });
});
