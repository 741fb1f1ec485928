import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Meeting } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";
import { callAsAdmin, register } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { partOf, partsOf } from "#tests/support/mail-parts.ts";
import { type MailService, startMailService } from "#tests/support/mail-service.ts";
import { until } from "#tests/support/poll-until.ts";

let club: RunningClub;
let mail: MailService;
beforeAll(async () => {
  mail = await startMailService();
  club = await startClub({ environment: { ...mail.environment, LOG_LEVEL: "error" } });
  await club.makeAdmin();
}, 60_000);
afterAll(async () => {
  await club.stop();
  mail.close();
});

test("a canceled meeting's mail says how to delete its entry", async () => {
  const ada = await callAsAdmin(club);
  await register(club, "mia");
  expect((await ada.call("PATCH", "/api/email/config", { enabled: true })).status).toBe(200);
  const date = localTime(new Date(Date.now() + 9 * 86_400_000), "America/New_York").slice(0, 10);
  const { id }: Meeting = await jsonOf(ada.call("POST", "/api/meetings", { date, time: "19:00", location: "Attic" }));
  await jsonOf(ada.call("POST", `/api/meetings/${id}/cancel`, { tell: true }));
  const mails = await until(
    () => mail.accepted.filter(({ raw }) => /^Subject: .*Canceled/m.test(raw)),
    (found) => found.length === 2,
  );
  expect(mails.map(({ to }) => to).toSorted()).toEqual(["ada@example.org", "mia@example.org"]);
  for (const { raw } of mails) {
    const parts = partsOf(raw);
    expect(parts.join("\n")).toContain("STATUS:CANCELLED");
    for (const type of ["text/plain", "text/html"]) {
      const text = partOf(parts, type).replaceAll(/\s+/g, " ");
      expect([type, text]).toEqual([
        type,
        expect.stringContaining("If the meeting is in your calendar, delete it there."),
      ]);
      expect(text).not.toMatch(/file updates (?:the meeting|it) in your calendar/);
    }
  }
});
