import type { Outbox } from "#contract/email.ts";
import { openDashboard } from "#tests/support/admin-web.tsx";
import { audience, idleRun, readyMail } from "#tests/support/mail-samples.ts";

import { serverFirst, unauthenticated, unlessSilent } from "./failures.ts";
import { type } from "./page-steps.ts";
import { testFailures } from "./test-failures.ts";

const outbox: Outbox = {
  period: "2026-01",
  periods: ["2026-01"],
  rows: [
    {
      id: 1,
      kind: "monthly",
      period: "2026-01",
      state: "failed",
      reason: "",
      displayName: "Nora",
      email: "nora@example.org",
      changedAt: "2026-01-01T14:00:00Z",
    },
  ],
};
const open = () =>
  openDashboard("email", {
    "GET /api/email/status": readyMail,
    "GET /api/email/run": idleRun,
    "GET /api/email/audience": audience,
    "GET /api/email/outbox": outbox,
    "GET /api/email/preview/monthly": { subject: "Emma", from: "club@example.org", html: "", text: "" },
  });

testFailures({
  "GET /api/email/status": { open, says: unauthenticated },
  // these two only add details
  "GET /api/email/run": { open, says: () => "The monthly email goes out on the 1st of each month" },
  "GET /api/email/audience": { open, says: () => "The monthly email goes out on the 1st of each month" },
  "GET /api/email/outbox": { open },
  "GET /api/email/preview/monthly": { open, prepare: "Monthly email" },
  "PATCH /api/email/config": {
    open,
    make: "Disable Email Service",
    says: serverFirst("Failed to update email service configuration."),
    waiting: "Saving...",
  },
  "POST /api/email/test": {
    open,
    types: { "Email address": "ada@example.org" },
    make: "Send Test",
    says: unlessSilent(serverFirst("Failed to send test email.")),
    waiting: "Sending...",
  },
  "POST /api/email/trigger-monthly": {
    open,
    make: ["Send Monthly Emails", "Send now"],
    says: serverFirst("Failed to trigger monthly emails."),
    waiting: "Sending...",
  },
  "POST /api/email/outbox/1/retry": {
    open,
    make: "Send again to Nora",
    says: "Failed to send the email again.",
  },
  "POST /api/email/announcements": {
    open,
    prepare: () => type({ Subject: "A toast", Message: "To all of you." }),
    make: ["Send announcement", "Send"],
    says: "Failed to send the announcement.",
    keeps: { Subject: "A toast" },
  },
});
