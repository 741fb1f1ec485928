import { expect, spyOn, test } from "bun:test";

import { createMailer } from "#server/adapters/mailer.ts";
import { readConfig } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { createMailClub } from "#tests/support/mail-club.ts";
import { startSesServer } from "#tests/support/ses-server.ts";
import { startSmtpServer } from "#tests/support/smtp-server.ts";

import { deliverMail } from "./delivery.ts";

test("loses no mail and repeats none from SES to SMTP and back", async () => {
  const [ses, smtp] = [startSesServer(), await startSmtpServer()];
  const club = await createMailClub({ members: 30, ses });
  const transports = [ses, smtp].map(({ environment }): Deps => {
    const config = { ...club.config, email: readConfig(environment).email };
    return { ...club.deps, config, mailer: createMailer(config.email) };
  });
  // each transport fails now and then, and after some mails rejects all
  let mailNumber = 0;
  for (const service of [ses, smtp])
    service.treat(() => {
      mailNumber += 1;
      if (mailNumber % 6 === 0) return { kind: "error", status: 403, code: "InvalidClientTokenId" };
      return mailNumber % 9 === 0 ? { kind: "error", status: 500, code: "x", accepted: true } : { kind: "ok" };
    });
  club.deps.stores.outbox.queue({
    kind: "monthly",
    dedupeKey: "2026-12",
    period: "2026-12",
    now: "2026-12-01T14:00:00.000Z",
  });
  for (let attempt = 0; club.deps.stores.outbox.hasQueued() && attempt < 40; attempt += 1) {
    club.deps.stores.email.pause(null);
    const transport = transports[attempt % 2];
    if (transport) await deliverMail(transport);
  }
  const recipients = [...ses.accepted, ...smtp.accepted].map(({ to }) => to);
  expect(new Set(recipients).size).toBe(30);
  expect(recipients).toHaveLength(30);
  expect(ses.accepted.length).toBeGreaterThan(5);
  expect(smtp.accepted.length).toBeGreaterThan(5);
  smtp.close();
  club.close();
}, 300_000);

test("delays a deferred mail by 15 minutes, while others go", async () => {
  const smtp = await startSmtpServer();
  const club = await createMailClub({ members: 3, ses: smtp });
  smtp.fail({ at: "rcpt", reply: "450 4.2.0 Greylisted" });
  club.deps.stores.outbox.queue({
    kind: "monthly",
    dedupeKey: "2026-12",
    period: "2026-12",
    now: "2026-12-01T14:00:00.000Z",
  });
  await club.deliver();
  expect(club.reached()).toEqual(["m1@example.org", "m2@example.org"]);
  await club.deliver();
  expect(smtp.attempts()).toBe(3);
  const queuedRows = club.deps.stores.outbox.list("2026-12", { state: "queued" });
  expect(queuedRows).toMatchObject([{ email: "m0@example.org", reason: expect.stringContaining("Greylisted") }]);
  club.setTime("2026-12-01T14:15:01Z");
  await club.deliver();
  expect(club.reached()).toEqual(["m0@example.org", "m1@example.org", "m2@example.org"]);
  club.close();
});

test("sends a deferred mail after the clock was set back", async () => {
  const smtp = await startSmtpServer();
  const club = await createMailClub({ members: 1, ses: smtp });
  smtp.fail({ at: "rcpt", reply: "450 4.2.0 Greylisted" });
  const laterTime = "2027-12-01T14:00:00.000Z";
  club.setTime(laterTime);
  club.deps.stores.outbox.queue({ kind: "monthly", dedupeKey: "2027-12", period: "2027-12", now: laterTime });
  await club.deliver();
  expect([smtp.attempts(), club.reached()]).toEqual([1, []]);
  club.setTime("2026-12-01T14:00:00Z");
  await club.deliver();
  expect(club.reached()).toEqual(["m0@example.org"]);
  club.close();
});

test("doesn't resend a mail sent during a write failure", async () => {
  const club = await createMailClub({ members: 1 });
  club.deps.stores.outbox.queue({
    kind: "monthly",
    dedupeKey: "2026-12",
    period: "2026-12",
    now: "2026-12-01T14:00:00.000Z",
  });
  club.db.run(
    "CREATE TRIGGER full BEFORE UPDATE ON outbox WHEN new.state = 'sent' BEGIN SELECT RAISE(ABORT, 'x'); END",
  );
  await club.deliver();
  club.db.run("DROP TRIGGER full");
  expect(club.deps.stores.outbox.list("2026-12", {})).toMatchObject([{ state: "unknown" }]);
  club.deps.stores.outbox.requeueFailed("2026-12", "2026-12-01T14:00:00.000Z");
  await club.deliver();
  expect(club.reached()).toEqual(["m0@example.org"]);
  club.close();
});

test("records a sent mail when the disk has space again", async () => {
  const club = await createMailClub({ members: 1 });
  const [period, now] = ["2026-12", "2026-12-01T14:00:00.000Z"];
  club.deps.stores.outbox.queue({ kind: "monthly", dedupeKey: period, period, now });
  using failedRecording = spyOn(club.deps.stores.outbox, "markResult").mockImplementationOnce(() => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  });
  await club.deliver();
  expect(failedRecording).toHaveBeenCalledTimes(2);
  expect(club.deps.stores.outbox.list(period, {})).toMatchObject([{ state: "sent", reason: "" }]);
  expect(club.reached()).toEqual(["m0@example.org"]);
  club.close();
});
