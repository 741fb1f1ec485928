import { Type } from "@sinclair/typebox";

import {
  Audience,
  EmailConfigPatch,
  EmailStatus,
  MailPreview,
  MonthlyRun,
  NewAnnouncement,
  Outbox,
  OutboxQuery,
  OutboxRow,
  PreviewKind,
  PreviewQuery,
  SentAnnouncement,
  TestEmail,
} from "#contract/email.ts";
import { IdParams } from "#contract/ids.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";

import { announce } from "./announcements.ts";
import { deliverInBackground } from "./delivery.ts";
import { emailStatus, listOutbox, previewMail, retryMail, sendTestEmail, switchEmail } from "./email.ts";
import { monthlyRun, triggerMonthlyMail } from "./monthly-mail.ts";

export const emailRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "email", tag: "Email" })
    .get("/api/email/status", () => emailStatus(deps), {
      admin: true,
      detail: { summary: "Show whether the club sends email" },
      response: EmailStatus,
    })
    .patch("/api/email/config", ({ body, by }) => switchEmail(deps, body.enabled, by), {
      admin: true,
      detail: { summary: "Switch email on or off" },
      throws: { conflict: "The email service is not configured." },
      body: EmailConfigPatch,
      response: EmailStatus,
    })
    .post(
      "/api/email/test",
      async ({ body, by }) => {
        await sendTestEmail(deps, body.email, by);
        return { message: "Test email has been sent successfully" };
      },
      {
        admin: true,
        detail: { summary: "Send a test email" },
        throws: {
          conflict: "The email service is not configured.",
          "too-many": "All admins together can send 5 test emails a minute.",
        },
        body: TestEmail,
        response: Type.Object({ message: Type.String() }),
      },
    )
    .post(
      "/api/email/trigger-monthly",
      ({ by, status }) => {
        const run = triggerMonthlyMail(deps, by);
        deliverInBackground(deps);
        return status(202, run);
      },
      {
        admin: true,
        detail: {
          summary: "Send this month's email",
          description: "To everyone who wants it and doesn't have it yet.",
        },
        throws: { conflict: "It's being sent, everyone has it, or email is off." },
        response: { 202: MonthlyRun },
      },
    )
    .post(
      "/api/email/announcements",
      ({ body, by, status }) => {
        const sent = announce(deps, body, by);
        deliverInBackground(deps);
        return status(202, sent);
      },
      {
        admin: true,
        detail: { summary: "Send an announcement", description: "To all members who want announcements." },
        throws: { conflict: "Email is off." },
        body: NewAnnouncement,
        response: { 202: SentAnnouncement },
      },
    )
    .get("/api/email/run", () => monthlyRun(deps), {
      admin: true,
      detail: { summary: "Show how far this month's email is" },
      response: MonthlyRun,
    })
    .get("/api/email/audience", () => deps.stores.outbox.audience(currentMonth(deps)), {
      admin: true,
      detail: { summary: "Count who gets this month's email" },
      response: Audience,
    })
    .get("/api/email/preview/:kind", ({ params, query, user }) => previewMail(deps, params.kind, user, query), {
      admin: true,
      detail: { summary: "Preview an email" },
      params: Type.Object({ kind: PreviewKind }),
      query: PreviewQuery,
      response: MailPreview,
    })
    .get(
      "/api/email/preview/:kind/page",
      async ({ params, query, user }) => previewResponse((await previewMail(deps, params.kind, user, query)).html),
      {
        admin: true,
        detail: { summary: "Preview an email as a page", ...respondsWith("The email.", "text/html") },
        params: Type.Object({ kind: PreviewKind }),
        query: PreviewQuery,
      },
    )
    .get("/api/email/outbox", ({ query }) => listOutbox(deps, query), {
      admin: true,
      detail: { summary: "List the emails of a month" },
      query: OutboxQuery,
      response: Outbox,
    })
    .post(
      "/api/email/outbox/:id/retry",
      ({ params, by }) => {
        const mail = retryMail(deps, params.id, by);
        deliverInBackground(deps);
        return mail;
      },
      {
        admin: true,
        detail: { summary: "Send a failed email again" },
        throws: { conflict: "It didn't fail, its month is over, or its reader doesn't want it anymore." },
        params: IdParams,
        response: OutboxRow,
      },
    );

/** Shown in a frame of the dashboard; allowed nothing else. */
function previewResponse(html: string): Response {
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    },
  });
}
