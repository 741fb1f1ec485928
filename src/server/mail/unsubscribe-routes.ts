import { Type } from "@sinclair/typebox";

import { ExactText } from "#contract/text.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";
import type { Page } from "#server/http/small-page.ts";

import { askToUnsubscribe, unsubscribe } from "./unsubscribe.ts";

const PAGE = respondsWith("A page that says so.", "text/html");
const LINK = { "not-found": "The link doesn't work." };
const query = Type.Object({ token: ExactText({ max: 100, error: "This link is incomplete" }) });

/** GET asks, POST asks again or acts, at once for mail programs' one click (RFC 8058). */
export const unsubscribeRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "unsubscribe", tag: "Email" })
    .get("/api/unsubscribe", ({ query }) => pageResponse(askToUnsubscribe(deps, query.token)), {
      open: true,
      detail: {
        summary: "Ask before unsubscribing",
        description: "A page for people who follow an email's link.",
        ...PAGE,
      },
      throws: LINK,
      query,
    })
    .post(
      "/api/unsubscribe",
      ({ query, body }) =>
        pageResponse(unsubscribe(deps, query.token, body instanceof FormData ? body : new FormData())),
      {
        open: "form",
        detail: {
          summary: "Unsubscribe from one kind of email",
          description:
            "At once with the form field `List-Unsubscribe=One-Click` (RFC 8058). The page that GET shows has two steps.",
          ...PAGE,
        },
        throws: { ...LINK, invalid: "Neither RFC 8058's form nor one of the page's." },
        query,
      },
    );

function pageResponse({ status, html }: Page): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}
