import { afterEach, describe, expect, spyOn, test } from "bun:test";

import { createMailer } from "#server/adapters/mailer.ts";
import { readConfig } from "#server/config.ts";
import { createMailClub, type MailClub } from "#tests/support/mail-club.ts";
import { BY_SMTP, startMailService } from "#tests/support/mail-service.ts";

import { releaseExpiredLeases } from "./delivery.ts";
import { queueDueMail } from "./due-mail.ts";
import { getNextDueTime, triggerMonthlyMail } from "./monthly-mail.ts";

let club: MailClub;
afterEach(() => club.close());

const ALL_ADDRESSES = ["m0@example.org", "m1@example.org", "m2@example.org"];
const checkDueMail = async (at?: string) => {
  if (at) club.setTime(at);
  await queueDueMail(club.deps);
};

describe("the monthly mail", () => {
  // 09:00 on the 1st in New York, near the clock change on November 1, 2026 and with both offsets
  const days: [string, string, Record<string, string>?][] = [
    ["the day on which the clocks go back", "2026-11-01T14:00:00Z"],
    ["a day in standard time", "2026-03-01T14:00:00Z"],
    ["a day in daylight saving time", "2026-07-01T13:00:00Z"],
    ["New Year's Day", "2027-01-01T14:00:00Z"],
    ["February of a leap year", "2028-02-01T14:00:00Z"],
    ["Tokyo", "2026-12-01T00:00:00Z", { CLUB_TIME_ZONE: "Asia/Tokyo" }],
    ["Kathmandu, at a quarter past", "2026-12-01T03:15:00Z", { CLUB_TIME_ZONE: "Asia/Kathmandu" }],
    ["UTC", "2026-12-01T09:00:00Z", { CLUB_TIME_ZONE: "UTC" }],
  ];
  for (const [name, dueTime, environment = {}] of days)
    test(`goes out at 09:00 on the 1st in the club's zone: ${name}`, async () => {
      const minuteBefore = new Date(Date.parse(dueTime) - 60_000).toISOString();
      club = await createMailClub({ now: minuteBefore, environment });
      await checkDueMail();
      expect(club.reached()).toEqual([]);
      await checkDueMail(dueTime);
      expect(club.reached()).toEqual(ALL_ADDRESSES);
      for (const hours of [1, 24, 24 * 6, 24 * 8, 24 * 20])
        await checkDueMail(new Date(Date.parse(dueTime) + hours * 3_600_000).toISOString());
      expect(club.reached()).toEqual(ALL_ADDRESSES);
    });

  test.each<[string, number]>([
    ["UTC", 0],
    ["Asia/Tokyo", -540],
    ["America/Los_Angeles", 420],
  ])("doesn't depend on the server's time zone: %s", async (zone, offset) => {
    const machineZone = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      expect(new Date(2026, 10, 1).getTimezoneOffset()).toBe(offset);
      club = await createMailClub({ now: "2026-11-01T13:59:00Z" });
      await checkDueMail();
      expect(club.reached()).toEqual([]);
      await checkDueMail("2026-11-01T14:00:00Z");
      expect(club.reached()).toEqual(ALL_ADDRESSES);
    } finally {
      process.env["TZ"] = machineZone ?? "";
      if (machineZone === undefined) delete process.env["TZ"];
    }
  });

  test("goes out once a month, for every month of two years", async () => {
    club = await createMailClub({ now: "2026-01-01T00:00:00Z", members: 1 });
    for (let hour = 0; hour < 2 * 365 * 24; hour += 11)
      await checkDueMail(new Date(Date.parse("2026-01-01T00:00:00Z") + hour * 3_600_000).toISOString());
    // no month is prepared, so the admin also gets a monthly warning
    const monthlyMails = club.ses.accepted.filter(({ raw }) => !raw.includes("ready yet"));
    expect(monthlyMails.map(({ to }) => to)).toEqual(Array.from({ length: 24 }, () => "m0@example.org"));
  }, 300_000);

  test("is caught up that day, on the 3rd and until the 8th only", async () => {
    for (const [startTime, expectedMails] of [
      ["2026-12-01T23:00:00Z", 3],
      ["2026-12-03T08:00:00Z", 3],
      ["2026-12-08T13:59:00Z", 3],
      ["2026-12-08T14:01:00Z", 0],
      ["2026-12-28T14:00:00Z", 0],
    ] as const) {
      club = await createMailClub({ now: startTime });
      await checkDueMail();
      expect(`${startTime}: ${club.reached().length}`).toBe(`${startTime}: ${expectedMails}`);
      if (startTime !== "2026-12-28T14:00:00Z") club.close();
    }
    expect(getNextDueTime(club.deps).toISOString()).toBe("2027-01-01T14:00:00.000Z");
  });

  test("is never sent for a past month, even from the outbox", async () => {
    club = await createMailClub({ now: "2026-11-30T12:00:00Z" });
    triggerMonthlyMail(club.deps);
    await checkDueMail("2026-12-01T05:30:00Z");
    expect(club.reached()).toEqual([]);
    const { rows } = await (await club.chief.call("GET", "/api/email/outbox?period=2026-11")).json();
    expect(rows.map(({ state, reason }: { state: string; reason: string }) => `${state}: ${reason}`)).toEqual(
      Array(3).fill("failed: It couldn't be sent in time."),
    );
  });

  test("is sent once when the clock jumps forward and back (E07)", async () => {
    club = await createMailClub({ now: "2026-12-01T13:59:00Z" });
    for (const at of ["T14:00", "T16:00", "T12:00", "T13:30", "T14:00", "T18:00"])
      await checkDueMail(`2026-12-01${at}:00Z`);
    expect(club.reached()).toEqual(ALL_ADDRESSES);
  });

  test("says on the month how many it hasn't reached yet", async () => {
    club = await createMailClub();
    const getMail = async () => (await (await club.chief.call("GET", "/api/months/2026-12")).json()).mail;
    triggerMonthlyMail(club.deps);
    expect(await getMail()).toMatchObject({ state: "sent", reaches: 3, waiting: 3 });
    await club.deliver();
    expect(await getMail()).toEqual({ state: "sent", reaches: 3, sendsAt: "2026-12-01T14:00:00.000Z" });
  });

  test("is sent once when many checks coincide with a trigger", async () => {
    club = await createMailClub();
    const checks = Array.from({ length: 10 }, () => checkDueMail());
    const triggerResponse = club.chief.call("POST", "/api/email/trigger-monthly");
    await Promise.all(checks);
    expect([202, 409]).toContain((await triggerResponse).status);
    await club.settled();
    expect(club.reached()).toEqual(ALL_ADDRESSES);
  });

  test("isn't sent while disabled, nor when enabled too late", async () => {
    club = await createMailClub({ now: "2026-12-01T13:00:00Z" });
    const setEnabled = (enabled: boolean) => club.chief.call("PATCH", "/api/email/config", { enabled });
    await setEnabled(false);
    await checkDueMail("2026-12-01T14:00:00Z");
    club.setTime("2026-12-01T15:00:00Z");
    await setEnabled(true);
    await checkDueMail("2026-12-01T15:01:00Z");
    expect(club.reached()).toEqual([]);
    expect(getNextDueTime(club.deps).toISOString()).toBe("2027-01-01T14:00:00.000Z");
    await checkDueMail("2027-01-01T14:00:00Z");
    expect(club.reached()).toEqual(ALL_ADDRESSES);
  });

  test("doesn't reach members who opted out, even while queued", async () => {
    club = await createMailClub();
    await club.people[0]?.call("PATCH", "/api/profile", { wantsMonthlyMail: false });
    triggerMonthlyMail(club.deps);
    await club.people[1]?.call("PATCH", "/api/profile", { wantsMonthlyMail: false });
    await club.deliver();
    expect(club.reached()).toEqual(["m2@example.org"]);
  });

  test("leaves out a member who was deleted while it waited", async () => {
    club = await createMailClub();
    triggerMonthlyMail(club.deps);
    await club.chief.call("DELETE", `/api/users/${club.people[1]?.user.id}`);
    await club.deliver();
    expect(club.reached()).toEqual(["m0@example.org", "m2@example.org"]);
  });
});

describe("an error", () => {
  const listStates = async () => {
    const { rows } = await (await club.chief.call("GET", "/api/email/outbox")).json();
    return rows.map((row: { email: string; state: string }) => `${row.email[1]} ${row.state}`).toSorted();
  };

  test("with one mail is recorded, and the others go out", async () => {
    club = await createMailClub();
    club.ses.treat((_, recipient) =>
      recipient === "m1@example.org"
        ? { kind: "error", status: 400, code: "MessageRejected", message: `Not verified: ${recipient}` }
        : { kind: "ok" },
    );
    await checkDueMail();
    expect(await listStates()).toEqual(["0 sent", "1 failed", "2 sent"]);
    expect(club.logged.join("\n")).toContain("Not verified: (address)");
    expect(club.logged.join("\n")).not.toContain("@example.org");
    await checkDueMail();
    expect(club.ses.attempts()).toBe(3);
  });

  test("whose outcome is unknown is never retried automatically", async () => {
    club = await createMailClub();
    club.ses.treat((number) =>
      number === 0 ? { kind: "error", status: 503, code: "Oops", accepted: true } : { kind: "ok" },
    );
    await checkDueMail();
    expect(await listStates()).toEqual(["0 unknown", "1 sent", "2 sent"]);
    await checkDueMail("2026-12-03T14:00:00Z");
    await expect(async () => triggerMonthlyMail(club.deps)).toThrow(/already has/);
    expect(club.reached()).toEqual(ALL_ADDRESSES);
  });

  test("pauses sending for an hour, and loses no mail", async () => {
    club = await createMailClub();
    club.ses.treat((number) =>
      number === 1 ? { kind: "error", status: 403, code: "InvalidClientTokenId" } : { kind: "ok" },
    );
    await checkDueMail();
    expect(club.ses.attempts()).toBe(2);
    expect((await club.run()).pause?.reason).toMatch(club.ses.says.wrongKey);
    // the resend dialog's count includes queued mails
    expect(club.deps.stores.outbox.countAudience("2026-12").willReach).toBe(2);
    await checkDueMail("2026-12-01T14:59:00Z");
    expect(club.ses.attempts()).toBe(2);
    await checkDueMail("2026-12-01T15:01:00Z");
    expect(club.reached()).toEqual(ALL_ADDRESSES);
    expect((await club.run()).pause).toBeNull();
  });

  test("pauses sending when the client fails, loses nothing (E06)", async () => {
    const ses = await startMailService();
    const { environment, error: errorText, log } = ses.says.broken;
    club = await createMailClub({ ses, environment });
    await checkDueMail();
    expect((await club.run()).pause?.reason).toMatch(errorText);
    expect(club.logged.some((line) => line.includes(log))).toBe(true);
    await checkDueMail("2026-12-01T15:01:00Z");
    expect([club.reached(), (await club.run()).queued]).toEqual([[], 3]);
    club.setTime("2026-12-01T17:00:00Z");
    await queueDueMail({ ...club.deps, mailer: createMailer(readConfig(club.ses.environment).email) });
    expect(club.reached()).toEqual(ALL_ADDRESSES);
  });

  test("from throttling slows sending down, and the mail goes out", async () => {
    club = await createMailClub();
    club.ses.treat((number) =>
      number === 1 || number === 2 ? { kind: "error", status: 400, code: "Throttling" } : { kind: "ok" },
    );
    using sleep = spyOn(Bun, "sleep").mockImplementation(() => Promise.resolve());
    // waits end a pause after the last send, however long that took
    using clock = spyOn(performance, "now").mockReturnValue(0);
    await checkDueMail();
    expect(club.reached()).toEqual(ALL_ADDRESSES);
    expect(clock).toHaveBeenCalled();
    // a mail server states no rate, so nothing waits but the two that it refused
    expect(sleep.mock.calls).toEqual(BY_SMTP ? [[1000], [1000]] : [[1], [1000], [2000], [2000]]);
  });

  test("is logged during a check, and the next check works", async () => {
    club = await createMailClub();
    club.db.run("ALTER TABLE outbox RENAME TO elsewhere");
    await checkDueMail();
    expect(club.logged.some((line) => line.startsWith("error queueing due mail failed"))).toBe(true);
    club.db.run("ALTER TABLE elsewhere RENAME TO outbox");
    await checkDueMail();
    expect(club.reached()).toEqual(ALL_ADDRESSES);
  });
});

describe("a sender that died", () => {
  test("leaves its last mail unknown, and a restart sends the rest", async () => {
    club = await createMailClub();
    triggerMonthlyMail(club.deps);
    const now = club.deps.clock.now().toISOString();
    club.deps.stores.email.acquireLease("server-dead", now, "2026-12-01T14:00:30.000Z");
    club.deps.stores.outbox.claimNext(now);
    await checkDueMail();
    expect(club.reached()).toEqual([]);
    releaseExpiredLeases(club.deps);
    await checkDueMail();
    expect(club.reached()).toEqual(["m1@example.org", "m2@example.org"]);
    expect(await club.run()).toMatchObject({ sent: 2, unknown: 1, running: false });
  });

  test("blocks the outbox for half a minute at most, mail unknown", async () => {
    club = await createMailClub();
    triggerMonthlyMail(club.deps);
    const acquireLease = () =>
      club.deps.stores.email.acquireLease("command-dead", "2026-12-01T14:00:00.000Z", "2026-12-01T14:00:30.000Z");
    acquireLease();
    club.deps.stores.outbox.claimNext("2026-12-01T14:00:00.000Z");
    releaseExpiredLeases(club.deps);
    await checkDueMail();
    expect(club.reached()).toEqual([]);
    await checkDueMail("2026-12-01T12:00:00Z");
    expect(club.reached()).toEqual(["m1@example.org", "m2@example.org"]);
    expect(await club.run()).toMatchObject({ sent: 2, unknown: 1, running: false });
  });
});
