import { emailCalls } from "#contract/email.ts";
import { routes } from "#server/access/routes.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

import { announce } from "./announcements.ts";
import { deliverInBackground } from "./delivery.ts";
import { emailStatus, listOutbox, previewMail, retryMail, sendTestEmail, switchEmail } from "./email.ts";
import { monthlyRun, triggerMonthlyMail } from "./monthly-mail.ts";

export const emailRoutes = (deps: Deps) =>
  routes(deps, emailCalls())
    .on("GET /api/email/status", () => emailStatus(deps))
    .on("PATCH /api/email/config", ({ body, actor }) => switchEmail(deps, actor, body.enabled))
    .on("POST /api/email/test", async ({ body, actor }) => {
      await sendTestEmail(deps, actor, body.email);
      return { message: "Test email has been sent successfully" };
    })
    .on("POST /api/email/trigger-monthly", ({ actor }) => {
      const run = triggerMonthlyMail(deps, actor);
      deliverInBackground(deps);
      return run;
    })
    .on("POST /api/email/announcements", ({ body, actor }) => {
      const sent = announce(deps, actor, body);
      deliverInBackground(deps);
      return sent;
    })
    .on("GET /api/email/run", () => monthlyRun(deps))
    .on("GET /api/email/audience", () => deps.stores.outbox.audience(currentMonth(deps)))
    .on("GET /api/email/preview/:kind", ({ params, query, user }) => previewMail(deps, user, params.kind, query))
    .on("GET /api/email/preview/:kind/page", async ({ params, query, user }) =>
      previewResponse((await previewMail(deps, user, params.kind, query)).html),
    )
    .on("GET /api/email/outbox", ({ query }) => listOutbox(deps, query))
    .on("POST /api/email/outbox/:id/retry", ({ params, actor }) => {
      const mail = retryMail(deps, actor, params.id);
      deliverInBackground(deps);
      return mail;
    });

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
