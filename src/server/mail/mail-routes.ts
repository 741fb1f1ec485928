import { routes } from "#server/access/routes.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import type { Page } from "#server/http/standalone-page.ts";
import { getPushKey, subscribePush, unsubscribePush } from "#server/mail/push/push.ts";

import { answerByLink, answerDatesByLink, getLinkedDates, getLinkedMeeting } from "./answer-links.ts";
import {
  createAnnouncement,
  getEmailStatus,
  listOutbox,
  previewMail,
  retryMail,
  sendTestEmail,
  setEmailEnabled,
} from "./email.ts";
import { confirmEreader, resendEreaderLink, sendBookToEreader, sendEreaderTest } from "./ereader.ts";
import { getMonthlyRun, triggerMonthlyMail } from "./monthly-mail.ts";
import { handleUnsubscribeForm, renderUnsubscribePage } from "./unsubscribe.ts";

/** The dashboard shows a preview in a frame. */
const FRAME_POLICY = "img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox";

export const mailRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/email/status", () => getEmailStatus(deps))
    .on("PATCH /api/email/config", ({ body, actor }) => setEmailEnabled(deps, actor, body.enabled))
    .on("POST /api/email/test", async ({ body, actor }) => {
      await sendTestEmail(deps, actor, body.email);
      return { message: "Test email has been sent successfully" };
    })
    .on("POST /api/email/trigger-monthly", ({ actor }) => triggerMonthlyMail(deps, actor))
    .on("POST /api/email/announcements", ({ body, actor }) => createAnnouncement(deps, actor, body))
    .on("GET /api/email/run", () => getMonthlyRun(deps))
    .on("GET /api/email/audience", () => deps.stores.outbox.countAudience(getCurrentMonth(deps)))
    .on("GET /api/email/preview/:kind", ({ params, query, user }) => previewMail(deps, user, params.kind, query))
    .on("GET /api/email/preview/:kind/page", async ({ params, query, user }) =>
      htmlResponse((await previewMail(deps, user, params.kind, query)).html, FRAME_POLICY),
    )
    .on("GET /api/email/outbox", ({ query }) => listOutbox(deps, query))
    .on("POST /api/email/outbox/:id/retry", ({ params, actor }) => retryMail(deps, actor, params.id))
    // GET asks for confirmation; POST asks again or unsubscribes, at once for one-click unsubscribe (RFC 8058)
    .on("GET /api/unsubscribe", ({ query }) => toPageResponse(renderUnsubscribePage(deps, query.token)))
    .on("POST /api/unsubscribe", ({ query, body }) => toPageResponse(handleUnsubscribeForm(deps, query.token, body)))
    // GET changes nothing, because mail scanners open every link (BEYOND 3, 10)
    .on("GET /api/answer", ({ query }) => getLinkedMeeting(deps, query.token))
    .on("POST /api/answer", ({ body }) => answerByLink(deps, body))
    .on("GET /api/dates", ({ query }) => getLinkedDates(deps, query.token))
    .on("POST /api/dates", ({ body }) => answerDatesByLink(deps, body))
    .on("POST /api/books/:id/send", async ({ actor, params }) => {
      await sendBookToEreader(deps, actor, params.id);
      return {};
    })
    .on("POST /api/profile/ereader/test", async ({ actor }) => {
      await sendEreaderTest(deps, actor);
      return {};
    })
    .on("POST /api/profile/ereader/link", ({ actor }) => {
      resendEreaderLink(deps, actor);
      return {};
    })
    .on("POST /api/ereader/confirm", ({ body }) => confirmEreader(deps, body))
    .on("GET /api/push/key", ({ actor }) => getPushKey(deps, actor))
    .on("POST /api/profile/push", ({ actor, body }) => subscribePush(deps, actor, body))
    .on("DELETE /api/profile/push", ({ actor, body }) => unsubscribePush(deps, actor, body));

const toPageResponse = ({ status, html }: Page) =>
  htmlResponse(html, "form-action 'self'; frame-ancestors 'none'", status);

function htmlResponse(html: string, policy: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; ${policy}`,
    },
  });
}
