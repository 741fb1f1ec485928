import { describe, expect, test } from "bun:test";

import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

// clocks in New York go from 2:00 to 3:00 on March 8
const { club, ada } = eachClub(["ada"], { now: "2026-03-01T12:00:00Z" });
const skippedTime = { date: "2026-03-08", time: "02:30" };
const realTime = { date: "2026-03-08", time: "03:30", startsAt: "2026-03-08T07:30:00.000Z" };

const planMeeting = (fields: object = {}) =>
  jsonOf(ada.call("POST", "/api/meetings", { date: "2026-03-20", time: "19:00", location: "The cellar", ...fields }));
const getMeeting = (id: number) => jsonOf(ada.call("GET", `/api/meetings/${id}`));

describe("a local time that the clocks skip is moved to a real one", () => {
  test("of a new meeting", async () => {
    expect(await planMeeting(skippedTime)).toMatchObject(realTime);
  });

  test.each<[string, object, object]>([
    ["with both", {}, skippedTime],
    ["by its day alone", { time: "02:30" }, { date: skippedTime.date }],
    ["by its time alone", { date: skippedTime.date }, { time: "02:30" }],
  ])("in a change %s", async (_description, timeBefore, change) => {
    const { id } = await planMeeting(timeBefore);
    expect(await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, change))).toMatchObject(realTime);
  });

  test("of the content call, for a first and an existing meeting", async () => {
    const saveTime = (meetingTime: string) =>
      jsonOf(ada.call("PATCH", "/api/content", { meetingDate: skippedTime.date, meetingTime }));
    for (const time of ["02:30", "19:00", "02:30"])
      expect(await saveTime(time)).toMatchObject({ meetingTime: time === "02:30" ? "03:30" : time });
  });

  test("among dates to choose from, where it may equal another", async () => {
    const { id } = await planMeeting();
    const askDates = (...dates: object[]) => ada.call("PUT", `/api/meetings/${id}/dates`, { dates });
    const { dates } = await jsonOf(askDates({ date: "2026-03-21", time: "19:00" }, skippedTime));
    expect(dates[0]).toMatchObject(realTime);
    expect((await askDates(skippedTime, { ...skippedTime, time: "03:30" })).status).toBe(422);
    await ada.call("POST", `/api/meetings/${id}/dates/${dates[0].id}/choose`);
    expect(await getMeeting(id)).toMatchObject(realTime);
  });

  test("of a stored meeting, when it's next changed", async () => {
    const { id } = await planMeeting();
    club.db.run("UPDATE meetings SET date = ?, time = ? WHERE id = ?", [skippedTime.date, skippedTime.time, id]);
    expect(await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, { location: "The attic" }))).toMatchObject(realTime);
  });

  describe("stored before this was checked", () => {
    const realDates = ["2026-03-21", "2026-03-22"].map((date) => ({ date, time: "19:00" }));
    const storeSkippedTime = async () => {
      const { id } = await planMeeting();
      club.db.run("UPDATE meetings SET date = ?, time = ? WHERE id = ?", [skippedTime.date, skippedTime.time, id]);
      return id;
    };

    test("in every call that returns it", async () => {
      const id = await storeSkippedTime();
      expect(await getMeeting(id)).toMatchObject(realTime);
      expect(await jsonOf(ada.call("GET", "/api/meetings"))).toMatchObject([realTime]);
      expect(await jsonOf(ada.call("GET", "/api/content"))).toMatchObject({ meetingTime: realTime.time });
      expect(await jsonOf(ada.call("GET", "/api/months/2026-03"))).toMatchObject({ meetings: [realTime] });
    });

    test("while its place changes, keeping the dates asked about", async () => {
      const id = await storeSkippedTime();
      await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates: realDates }));
      const change = { location: "The attic", was: { time: realTime.time, location: "The cellar" } };
      const changed = await jsonOf(ada.call("PATCH", `/api/meetings/${id}`, change));
      expect(changed).toMatchObject({ ...realTime, dates: realDates });
    });

    test("among dates to choose from", async () => {
      const { id } = await planMeeting();
      await jsonOf(ada.call("PUT", `/api/meetings/${id}/dates`, { dates: realDates }));
      club.db.run("UPDATE meeting_dates SET date = ?, time = ? WHERE date = ?", [
        skippedTime.date,
        skippedTime.time,
        realDates[0]?.date ?? "",
      ]);
      expect((await getMeeting(id)).dates).toMatchObject([realTime, { date: "2026-03-22" }]);
    });
  });
});

test("keeps hours before and after, and a repeated one", async () => {
  for (const fields of [
    { date: "2026-03-08", time: "01:59" },
    { date: "2026-03-08", time: "03:00" },
    { date: "2026-11-01", time: "01:30" },
    { date: "2026-03-08", time: "" },
    { date: "", time: "02:30" },
  ])
    expect(await planMeeting(fields)).toMatchObject(fields);
});
