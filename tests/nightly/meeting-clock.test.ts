import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callAsAdmin } from "#tests/support/api-client.ts";
import { executable } from "#tests/support/executable.ts";
import { clubAt, hasFakeClock } from "#tests/support/fake-clock.ts";
import { jsonOf } from "#tests/support/json.ts";
import { type MailService, startMailService } from "#tests/support/mail-service.ts";
import { until } from "#tests/support/poll-until.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-meeting-clock-"));
beforeAll(() => executable(), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The club's executable at another time. */
const startAt = (now: string, ses: MailService) => clubAt(now, join(folder, "club"), ses.environment);

test.skipIf(!hasFakeClock)(
  "reminds once, ends, and repeats nothing (needs faketime)",
  async () => {
    const ses = await startMailService();
    const listSubjects = () => ses.accepted.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? "");

    const planningServer = await startAt("2027-06-01T15:00:00Z", ses);
    await planningServer.makeAdmin();
    const ada = await callAsAdmin(planningServer);
    await jsonOf(ada.call("PATCH", "/api/email/config", { enabled: true }));
    await jsonOf(ada.call("PATCH", "/api/content", { presidentMessage: "June's words" }));
    await jsonOf(ada.call("POST", "/api/meetings", { date: "2027-06-16", time: "19:00", location: "The cellar" }));
    await planningServer.stop();

    for (const now of ["2027-06-14T13:00:05Z", "2027-06-14T18:00:00Z", "2027-06-16T22:00:00Z"]) {
      const club = await startAt(now, ses);
      await until(() => listSubjects().length > 0);
      await Bun.sleep(1500);
      await club.stop();
    }
    expect(listSubjects()).toEqual([expect.stringContaining("We meet on Wednesday, June 16")]);

    const afterServer = await startAt("2027-06-17T01:00:05Z", ses);
    const laterClient = await callAsAdmin(afterServer);
    expect((await jsonOf(laterClient.call("GET", "/api/meetings/current"))).state).toBe("over");
    expect((await laterClient.call("PUT", "/api/meetings/1/answer", { answer: "yes" })).status).toBe(409);
    await afterServer.stop();

    const firstServer = await startAt("2027-07-01T13:00:05Z", ses);
    await until(() => listSubjects().some((subject) => subject.includes("July 2027")));
    await firstServer.stop();
    expect(ses.accepted.map(({ raw }) => raw).join()).not.toContain("June's words");
    ses.close();
  },
  300_000,
);
