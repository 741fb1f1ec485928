import { afterEach, describe, expect, test } from "bun:test";

import type { EmailStatus, MonthlyRun, OutboxRow } from "#contract/email.ts";
import { createClub } from "#tests/support/club.ts";
import { createMailClub, type MailClub } from "#tests/support/mail-club.ts";
import { BY_SMTP } from "#tests/support/mail-service.ts";
import { memberRow } from "#tests/support/member-row.ts";
import { until } from "#tests/support/poll-until.ts";

let club: MailClub;
afterEach(() => club.close());

const fetchJson = async (path: string) => (await club.chief.call("GET", path)).json();
const listRows = async (): Promise<OutboxRow[]> => (await fetchJson("/api/email/outbox")).rows;

describe("the status", () => {
  test("shows what is set, and never a secret", async () => {
    club = await createMailClub();
    const status: EmailStatus = await fetchJson("/api/email/status");
    expect(status).toEqual({
      enabled: true,
      way: BY_SMTP ? "smtp" : "ses",
      region: club.ses.says.region,
      fromEmail: "The Book Mouse <club@example.org>",
      hasAccessKey: true,
      hasSecretKey: true,
      configured: true,
      missing: [],
      nextMonthly: "2026-12-01T14:00:00.000Z",
      pause: null,
    });
    const allResponses = JSON.stringify([
      status,
      await fetchJson("/api/email/run"),
      await fetchJson("/api/email/audience"),
    ]);
    expect(allResponses).not.toContain("AKIATEST");
    expect(allResponses).not.toContain("secret-of-the-test");
  });

  test("names each missing setting, and returns 409 (E11)", async () => {
    club = await createMailClub();
    const unconfiguredClub = await createClub();
    const admin = unconfiguredClub.admin();
    const status: EmailStatus = await (await admin.call("GET", "/api/email/status")).json();
    expect(status).toMatchObject({ enabled: false, configured: false, hasAccessKey: false, hasSecretKey: false });
    expect(status.missing).toEqual(["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "EMAIL_FROM"]);
    for (const [method, path, body] of [
      ["PATCH", "/api/email/config", { enabled: true }],
      ["POST", "/api/email/test", { email: "mia@example.org" }],
      ["POST", "/api/email/trigger-monthly", undefined],
    ] as const) {
      const answer = await admin.call(method, path, body);
      expect(answer.status).toBe(409);
      expect((await answer.json()).message).toContain("configured");
    }
    unconfiguredClub.close();
  });
});

describe("the switch", () => {
  test("disables and enables, and is in the audit log", async () => {
    club = await createMailClub();
    const disableResponse = await club.chief.call("PATCH", "/api/email/config", { enabled: false });
    expect([disableResponse.status, (await disableResponse.json()).enabled]).toEqual([200, false]);
    for (const [path, body] of [
      ["/api/email/test", { email: "mia@example.org" }],
      ["/api/email/trigger-monthly", undefined],
    ] as const) {
      const answer = await club.chief.call("POST", path, body);
      expect(answer.status).toBe(409);
      expect((await answer.json()).message).toContain("disabled");
    }
    await club.chief.call("PATCH", "/api/email/config", { enabled: true });
    const auditEvents: { kind: string }[] = await fetchJson("/api/audit");
    expect(auditEvents.map(({ kind }) => kind).slice(0, 2)).toEqual(["email-enabled", "email-disabled"]);
  });

  test("accepts only true and false", async () => {
    club = await createMailClub();
    for (const body of [{}, { enabled: "yes" }, { enabled: 1 }])
      expect((await club.chief.call("PATCH", "/api/email/config", body)).status).toBe(422);
  });
});

describe("the test mail", () => {
  test("goes to the given address", async () => {
    club = await createMailClub();
    expect((await club.chief.call("POST", "/api/email/test", { email: "mia@example.org" })).status).toBe(200);
    expect(club.reached()).toEqual(["mia@example.org"]);
  });

  test("is sent five times a minute in all, delivered or not (AZ24)", async () => {
    club = await createMailClub();
    const sendTestMail = (who = club.chief) => who.call("POST", "/api/email/test", { email: "mia@example.org" });
    club.ses.treat(() => ({ kind: "error", status: 400, code: "MessageRejected" }));
    for (let time = 0; time < 5; time += 1) expect((await sendTestMail()).status).toBe(502);
    const refusedResponse = await sendTestMail(club.admin("otto"));
    expect([refusedResponse.status, refusedResponse.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await refusedResponse.json()).message).toContain("try again in 60 seconds");
    expect(club.ses.attempts()).toBe(5);
    club.setTime("2026-12-01T14:01:00Z");
    club.ses.treat(() => ({ kind: "ok" }));
    expect((await sendTestMail()).status).toBe(200);
  });

  test("rejects invalid addresses, including line breaks", async () => {
    club = await createMailClub();
    for (const email of [
      "",
      "mia",
      "a@b.c\r\nBcc: all@example.org",
      "a@b.c,d@e.f",
      "<a@b.c>",
      `${"x".repeat(250)}@b.c`,
    ])
      expect((await club.chief.call("POST", "/api/email/test", { email })).status).toBe(422);
    expect(club.ses.attempts()).toBe(0);
  });

  test("that fails returns the reason", async () => {
    club = await createMailClub();
    club.ses.treat(() => ({ kind: "error", status: 400, code: "MessageRejected", message: "Not verified." }));
    const answer = await club.chief.call("POST", "/api/email/test", { email: "mia@example.org" });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ message: club.ses.says.refused("Not verified.") });
  });
});

describe("the trigger", () => {
  test("reaches its audience in the background, each member once", async () => {
    club = await createMailClub();
    await club.people[2]?.call("PATCH", "/api/profile", { wantsMonthlyMail: false });
    expect(await fetchJson("/api/email/audience")).toEqual({
      period: "2026-12",
      members: 4,
      willReach: 2,
      alreadySent: 0,
      optedOut: 2,
      unknown: 0,
    });
    const answer = await club.chief.call("POST", "/api/email/trigger-monthly");
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ period: "2026-12", running: true, total: 2 });
    expect(await club.settled()).toMatchObject({ sent: 2, running: false });
    expect(club.reached()).toEqual(["m0@example.org", "m1@example.org"]);
    const secondResponse = await club.chief.call("POST", "/api/email/trigger-monthly");
    expect([secondResponse.status, (await secondResponse.json()).message]).toEqual([
      409,
      "Everyone already has this month's email.",
    ]);
  });

  test("returns 409 during a run, and sends once per click (E04)", async () => {
    club = await createMailClub();
    const responses = await Promise.all([1, 2, 3].map(() => club.chief.call("POST", "/api/email/trigger-monthly")));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    await club.settled();
    expect(club.reached()).toHaveLength(3);
  });

  test("retries failed mails", async () => {
    club = await createMailClub();
    club.ses.treat(() => ({ kind: "error", status: 400, code: "MessageRejected", message: "No." }));
    await club.chief.call("POST", "/api/email/trigger-monthly");
    expect(await club.settled()).toMatchObject({ failed: 3 });
    club.ses.treat(() => ({ kind: "ok" }));
    expect(await fetchJson("/api/email/audience")).toMatchObject({ willReach: 3 });
    await club.chief.call("POST", "/api/email/trigger-monthly");
    const monthlyRun: MonthlyRun = await club.settled();
    expect(monthlyRun).toMatchObject({ sent: 3, failed: 0 });
  });
});

describe("the outbox", () => {
  test("shows each mail's state, and a failed one can be resent", async () => {
    club = await createMailClub();
    club.ses.treat((_, recipient) =>
      recipient.startsWith("m1")
        ? { kind: "error", status: 400, code: "MessageRejected", message: "No." }
        : { kind: "ok" },
    );
    await club.chief.call("POST", "/api/email/trigger-monthly");
    await club.settled();
    const [failedRow, sentRow] = await listRows();
    expect(failedRow).toMatchObject({ email: "m1@example.org", state: "failed", reason: club.ses.says.refused("No.") });
    expect(sentRow).toMatchObject({ email: "m0@example.org", state: "sent", reason: "", period: "2026-12" });
    expect((await club.chief.call("POST", `/api/email/outbox/${sentRow?.id}/retry`)).status).toBe(409);
    expect((await club.chief.call("POST", "/api/email/outbox/999/retry")).status).toBe(404);
    club.ses.treat(() => ({ kind: "ok" }));
    expect((await club.chief.call("POST", `/api/email/outbox/${failedRow?.id}/retry`)).status).toBe(200);
    expect(await club.settled()).toMatchObject({ sent: 3, failed: 0 });
    expect(club.reached()).toEqual(["m0@example.org", "m1@example.org", "m2@example.org"]);
  });

  test("lists mails by month and state, in pages", async () => {
    club = await createMailClub();
    await club.chief.call("POST", "/api/email/trigger-monthly");
    await club.settled();
    expect(await fetchJson("/api/email/outbox?period=2026-11")).toEqual({
      period: "2026-11",
      periods: ["2026-12"],
      rows: [],
    });
    expect((await fetchJson("/api/email/outbox?limit=2&offset=2")).rows).toHaveLength(1);
    expect((await fetchJson("/api/email/outbox?state=failed")).rows).toEqual([]);
    expect((await club.chief.call("GET", "/api/email/outbox?period=December")).status).toBe(422);
  });

  test("is paged even without a limit in the request", async () => {
    club = await createMailClub();
    const { stores, clock } = club.deps;
    const now = clock.now().toISOString();
    stores.transaction(() => {
      for (let at = 0; at < 310; at += 1) stores.users.insert(memberRow(`late${at}`, now));
      stores.outbox.queue({ kind: "announcement", dedupeKey: "1", period: "2026-12", now });
    });
    const firstRows: OutboxRow[] = await listRows();
    expect(firstRows).toHaveLength(299);
    const lastRows: OutboxRow[] = (await fetchJson("/api/email/outbox?offset=299")).rows;
    expect(new Set([...firstRows, ...lastRows].map(({ id }) => id)).size).toBeGreaterThanOrEqual(310);
  });

  test("doesn't resend a past month's mail, or an unwanted one", async () => {
    club = await createMailClub({ now: "2026-11-05T12:00:00Z" });
    club.ses.treat(() => ({ kind: "error", status: 400, code: "MessageRejected" }));
    await club.chief.call("POST", "/api/email/trigger-monthly");
    await club.settled();
    const [mail, wantedMail] = await listRows();
    await club.people[0]?.call("PATCH", "/api/profile", { wantsMonthlyMail: false });
    const response = await club.chief.call("POST", `/api/email/outbox/${mail?.id}/retry`);
    expect([response.status, (await response.json()).message]).toEqual([
      409,
      "m0 doesn't want the monthly email anymore.",
    ]);
    club.setTime("2026-12-02T12:00:00Z");
    const lateRetry = await club.chief.call("POST", `/api/email/outbox/${wantedMail?.id}/retry`);
    expect([lateRetry.status, (await lateRetry.json()).message]).toEqual([
      409,
      "That month is over, so its email can't be sent anymore.",
    ]);
  });
});

describe("the preview", () => {
  test("shows both mails with the club's own data", async () => {
    club = await createMailClub();
    const { coverImage } = { coverImage: await club.cover() };
    await club.chief.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-12", coverImage });
    const monthlyPreview = await fetchJson("/api/email/preview/monthly");
    expect(monthlyPreview.subject).toBe("Synopses & Sips Book Club: December 2026: Emma");
    expect(monthlyPreview.from).toBe("The Book Mouse <club@example.org>");
    expect(monthlyPreview.html).toContain("Dear ada");
    expect(monthlyPreview.html).toContain('src="data:image/jpeg;base64,');
    expect(monthlyPreview.html).not.toContain("cid:");
    expect((await fetchJson("/api/email/preview/welcome")).text).toContain(
      "Right now we're reading Emma by Jane Austen.",
    );
    expect((await club.chief.call("GET", "/api/email/preview/secret")).status).toBe(404);
  });

  test("as a page can't run or load anything", async () => {
    club = await createMailClub();
    const page = await club.chief.call("GET", "/api/email/preview/monthly/page");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'.*frame-ancestors 'self'; sandbox$/,
    );
    expect(await page.text()).toContain("Dear ada");
  });
});

describe("the welcome mail", () => {
  test("goes to a new member, once", async () => {
    club = await createMailClub({ members: 0 });
    expect((await club.visitor.call("POST", "/api/auth/register", club.registration())).status).toBe(201);
    await club.deliver();
    await until(() => club.ses.accepted.length > 0);
    expect(club.reached()).toEqual(["nora@example.org"]);
    expect(await listRows()).toMatchObject([{ kind: "welcome", email: "nora@example.org" }]);
  });

  test("doesn't fail the registration when it can't be sent", async () => {
    club = await createMailClub({ members: 0 });
    club.ses.treat(() => ({ kind: "error", status: 400, code: "MessageRejected", message: "No." }));
    expect((await club.visitor.call("POST", "/api/auth/register", club.registration())).status).toBe(201);
    await until(async () => (await listRows())[0]?.state === "failed");
    club.db.run("DROP TABLE outbox");
    const newMember = club.registration({ username: "otto", email: "otto@example.org" });
    expect((await club.visitor.call("POST", "/api/auth/register", newMember)).status).toBe(201);
    expect(club.logged.some((line) => line.startsWith("error queueing welcome mail failed"))).toBe(true);
  });

  test("is not sent while the service is disabled", async () => {
    club = await createMailClub({ members: 0 });
    club.deps.stores.email.enable(false, "2020-01-01T00:00:00.000Z");
    expect((await club.visitor.call("POST", "/api/auth/register", club.registration())).status).toBe(201);
    expect(await listRows()).toEqual([]);
  });
});
