import { expect } from "bun:test";

import { also, json, type Row, row, type Told } from "#tests/support/access-row.ts";
import { createClub } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = { "Emails to you": ["outbox", "email_settings", "announcements"] };

export const rows: readonly Row[] = [
  row("AZ22", "GET /api/email/status", 401, 403, 200, {
    checks: {
      "that there are keys, never which": async ({ admin }) => {
        const status = await jsonOf(admin.call("GET", "/api/email/status"));
        expect([status.hasAccessKey, status.hasSecretKey]).toEqual([true, true]);
        expect(JSON.stringify(status)).not.toMatch(/AKIATEST|secret-of-the-test/);
      },
    },
  }),
  row("AZ23", "PATCH /api/email/config", 401, 403, 200, {
    records: ["email-enabled", "email-disabled"],
    ...json({ enabled: false }),
    checks: {
      "only when configured": async () => {
        const bare = await createClub();
        expect((await bare.admin().call("PATCH", "/api/email/config", { enabled: true })).status).toBe(409);
        bare.close();
      },
    },
  }),
  row("AZ24", "POST /api/email/test", 401, 403, 200, {
    records: ["email-tested"],
    ...json({ email: "mia@example.org" }),
    checks: {
      "five a minute": async ({ admin, traces }) => {
        const send = () => admin.call("POST", "/api/email/test", { email: "mia@example.org" });
        for (let time = 0; time < 5; time += 1) expect((await send()).status).toBe(200);
        const refused = await send();
        expect([refused.status, refused.headers.get("retry-after"), traces().mailed]).toEqual([429, "60", 5]);
      },
    },
  }),
  row("AZ25", "POST /api/email/trigger-monthly", 401, 403, 202, {
    records: ["monthly-email-triggered"],
    checks: {
      "not twice": async ({ club, admin }) => {
        const trigger = async () => (await admin.call("POST", "/api/email/trigger-monthly")).status;
        expect([await trigger(), await trigger()]).toEqual([202, 409]);
        await club.settled();
        expect(await trigger()).toBe(409);
        expect(club.reached()).toEqual([...new Set(club.reached())]);
      },
    },
  }),
  also("POST /api/email/announcements", 401, 403, 202, {
    ...json({ subject: "A toast", message: "To all of you." }),
    records: ["announcement-sent"],
  }),
  also("GET /api/email/run", 401, 403, 200),
  also("GET /api/email/audience", 401, 403, 200),
  also("GET /api/email/preview/:kind", 401, 403, 200, { to: () => "/api/email/preview/monthly" }),
  also("GET /api/email/preview/:kind/page", 401, 403, 200, { to: () => "/api/email/preview/welcome/page" }),
  also("GET /api/email/outbox", 401, 403, 200),
  also("POST /api/email/outbox/:id/retry", 401, 403, 200, {
    records: ["email-retried"],
    to: (world) => `/api/email/outbox/${world.failedMail()}/retry`,
  }),
  also("GET /api/unsubscribe", 200, 200, 200, { to: ({ token }) => `/api/unsubscribe?token=${token}` }),
  also("POST /api/unsubscribe", 200, 200, 200, {
    to: ({ token }) => `/api/unsubscribe?token=${token}`,
    body: () => ({
      type: "application/x-www-form-urlencoded",
      bytes: Buffer.from("List-Unsubscribe=One-Click"),
    }),
  }),
];
