import { unsubscribeCalls } from "#contract/unsubscribe.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import type { Page } from "#server/http/standalone-page.ts";

import { askToUnsubscribe, unsubscribe } from "./unsubscribe.ts";

/** GET asks, POST asks again or acts, at once for mail programs' one click (RFC 8058). */
export const unsubscribeRoutes = (deps: Deps) =>
  routes(deps, unsubscribeCalls())
    .on("GET /api/unsubscribe", ({ query }) => pageResponse(askToUnsubscribe(deps, query.token)))
    .on("POST /api/unsubscribe", ({ query, body }) => pageResponse(unsubscribe(deps, query.token, body)));

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
