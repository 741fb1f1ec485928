import type { Audience, EmailStatus, MonthlyRun } from "#contract/email.ts";

/** A month in which nothing has been sent. */
export const idleRun: MonthlyRun = {
  period: "2026-01",
  queued: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  total: 0,
  running: false,
  pause: null,
};
export const audience: Audience = {
  period: "2026-01",
  members: 5,
  willReach: 4,
  alreadySent: 0,
  optedOut: 1,
  unknown: 0,
};
export const readyMail: EmailStatus = {
  enabled: true,
  way: "ses",
  region: "us-east-1",
  fromEmail: "The Book Mouse <club@example.org>",
  hasAccessKey: true,
  hasSecretKey: true,
  configured: true,
  missing: [],
  nextMonthly: "2099-01-01T14:00:00Z",
  pause: null,
};
