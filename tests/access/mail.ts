import { expect } from "bun:test";

import { json, type Rows, type Told } from "#tests/support/access-row.ts";
import { createClub } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = { "Emails to you": ["outbox", "email_settings", "announcements"] };

export const rows: Rows = {
  "GET /api/email/status": {
    id: "AZ22",
    checks: {
      "that there are keys, never which": async ({ admin }) => {
        const status = await jsonOf(admin.call("GET", "/api/email/status"));
        expect([status.hasAccessKey, status.hasSecretKey]).toEqual([true, true]);
        expect(JSON.stringify(status)).not.toMatch(/AKIATEST|secret-of-the-test/);
      },
    },
  },
  "PATCH /api/email/config": {
    id: "AZ23",
    records: ["email-enabled", "email-disabled"],
    ...json({ enabled: false }),
    checks: {
      "only when configured": async () => {
        const bare = await createClub();
        expect((await bare.admin().call("PATCH", "/api/email/config", { enabled: true })).status).toBe(409);
        bare.close();
      },
    },
  },
  "POST /api/email/test": {
    id: "AZ24",
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
  },
  "POST /api/email/trigger-monthly": {
    id: "AZ25",
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
  },
  "POST /api/email/announcements": {
    ...json({ subject: "A toast", message: "To all of you." }),
    records: ["announcement-sent"],
  },
  "GET /api/email/preview/:kind": { to: () => "/api/email/preview/monthly" },
  "GET /api/email/preview/:kind/page": { to: () => "/api/email/preview/welcome/page" },
  "POST /api/email/outbox/:id/retry": {
    records: ["email-retried"],
    to: (world) => `/api/email/outbox/${world.failedMail()}/retry`,
  },
  "GET /api/unsubscribe": { to: ({ token }) => `/api/unsubscribe?token=${token}` },
  "POST /api/unsubscribe": {
    to: ({ token }) => `/api/unsubscribe?token=${token}`,
    body: () => ({
      type: "application/x-www-form-urlencoded",
      bytes: Buffer.from("List-Unsubscribe=One-Click"),
    }),
  },
};
