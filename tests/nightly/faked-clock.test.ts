import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callAsAdmin } from "#tests/support/api-client.ts";
import { executable } from "#tests/support/executable.ts";
import { clubAt, hasFakeClock } from "#tests/support/fake-clock.ts";
import { startMailService } from "#tests/support/mail-service.ts";
import { until } from "#tests/support/poll-until.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-clock-"));
// the clubs start in parallel, so none should have to build the executable
beforeAll(() => executable(), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Longer than until the next full minute, when the server checks. */
const A_MINUTE_MS = 65_000;

/** A club with a member who wants the monthly mail, and an executable with a fake clock. */
async function createTimedClub(name: string, zone = "UTC") {
  const ses = await startMailService();
  const storageDir = join(folder, name);
  const startAt = (now: string) => clubAt(now, storageDir, { ...ses.environment, TZ: zone });
  /** Creates the club, enables its mail, and stops it. */
  const prepare = async (now: string) => {
    const club = await startAt(now);
    await club.makeAdmin();
    const ada = await callAsAdmin(club);
    expect((await ada.call("PATCH", "/api/email/config", { enabled: true })).status).toBe(200);
    await club.stop();
  };
  return { ses, begin: startAt, prepare };
}

test.skipIf(!hasFakeClock)(
  "mails monthly at nine in New York once (E08; needs faketime)",
  async () => {
    const days: [day: string, at: string, zone: string][] = [
      ["the clocks go back", "2026-11-01T14:00:00Z", "UTC"],
      ["March", "2026-03-01T14:00:00Z", "Asia/Tokyo"],
      ["daylight saving time", "2026-07-01T13:00:00Z", "America/Los_Angeles"],
      ["New Year", "2027-01-01T14:00:00Z", "America/New_York"],
      ["a leap year", "2028-02-01T14:00:00Z", "UTC"],
    ];
    const runs = days.map(async ([day, dueAt, zone]) => {
      const { ses, begin, prepare } = await createTimedClub(day, zone);
      const dueMs = Date.parse(dueAt);
      await prepare(new Date(dueMs - 3 * 86_400_000).toISOString());
      const startMs = Date.now();
      // early enough for a slow start
      const club = await begin(new Date(dueMs - 20_000).toISOString());
      await until(() => ses.accepted.length > 0, Boolean, A_MINUTE_MS);
      const isEarly = dueMs - 20_000 + (Date.now() - startMs) < dueMs - 1000;
      await club.stop();
      // and not again an hour later
      const laterServer = await begin(new Date(dueMs + 3_600_000).toISOString());
      await Bun.sleep(3000);
      await laterServer.stop();
      ses.close();
      return [day, ses.accepted.map(({ to }) => to), isEarly];
    });
    const expectedMails = days.map(([day]) => [day, ["ada@example.org"], false]);
    expect(await Promise.all(runs)).toEqual(expectedMails);
    console.log(`E08: ${days.length} clubs with a clock of their own: one mail each, at nine in New York`);
  },
  300_000,
);

test.skipIf(!hasFakeClock)(
  "catches up a missed mail once (E05; needs faketime)",
  async () => {
    const starts: [start: string, mails: number][] = [
      ["2026-12-01T23:00:00Z", 1],
      ["2026-12-03T08:00:00Z", 1],
      ["2027-01-01T13:00:00Z", 0],
    ];
    const runs = starts.map(async ([start, mails]) => {
      const { ses, begin, prepare } = await createTimedClub(start);
      await prepare("2026-11-20T12:00:00Z");
      for (const _ of ["first", "again"]) {
        const club = await begin(start);
        await until(() => ses.accepted.length === mails);
        // time in which a duplicate mail could arrive
        await Bun.sleep(3000);
        await club.stop();
      }
      ses.close();
      return [start, ses.accepted.length];
    });
    expect(await Promise.all(runs)).toEqual(starts);
    console.log("E05: started later that day and on the 3rd: one mail each; before the next month's: none");
  },
  300_000,
);
