import { type TestedResource } from "#tests/support/tested-resource.ts";

const otherEmail = { email: "mia@example.org" };

export const resource: TestedResource = {
  ids: {
    outbox: ({ failedMail }) => failedMail(),
  },
  bodies: {
    "PATCH /api/email/config": { enabled: false },
    "POST /api/email/announcements": { subject: "A toast", message: "To all of you." },
    "POST /api/email/test": otherEmail,
  },
  audit: {
    "PATCH /api/email/config": ["email-enabled", "email-disabled"],
    "POST /api/email/announcements": ["announcement-sent"],
    "POST /api/email/outbox/:id/retry": ["email-retried"],
    "POST /api/email/test": ["email-tested"],
    "POST /api/email/trigger-monthly": ["monthly-email-triggered"],
  },
  tables: {
    outbox: { privacy: "Emails to you", onDeletion: "deleted" },
    email_settings: { privacy: "Emails to you", onDeletion: "not-about-members" },
    announcements: { privacy: "Emails to you", onDeletion: "not-about-members" },
  },
};
