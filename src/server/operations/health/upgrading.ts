import type { Config } from "#server/config.ts";
import { completeUrl } from "#server/http/connection.ts";
import { html } from "#server/http/html.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { standalonePage } from "#server/http/standalone-page.ts";

const RETRY_AFTER_SECONDS = 5;
const UPGRADING_MESSAGE = "The club is being upgraded. Please try again in a few minutes.";
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Responds with 503 to all requests during an upgrade, as a page, JSON or text. */
export function createUpgradingResponse(config: Config, request: Request): Response {
  completeUrl(request);
  const path = URL.parse(request.url)?.pathname ?? "";
  const headers = {
    ...securityHeaders(config),
    "cache-control": "no-store",
    "retry-after": String(RETRY_AFTER_SECONDS),
    // the next request is for the upgraded server
    connection: "close",
  };
  if (path === "/api/health") return Response.json({ status: "upgrading" }, { status: 503, headers });
  if (path === "/api" || path.startsWith("/api/"))
    return Response.json({ message: UPGRADING_MESSAGE }, { status: 503, headers });
  const isPage = request.headers.get("accept")?.includes("text/html") ?? false;
  const type = `text/${isPage ? "html" : "plain"}; charset=utf-8`;
  if (!isPage) {
    const body = path === "/up" ? "upgrading\n" : `${UPGRADING_MESSAGE}\n`;
    return new Response(body, { status: 503, headers: { ...headers, "content-type": type } });
  }
  const page = standalonePage(
    { config },
    "We’ll be right back",
    html`<p>The club is being upgraded. This page reloads automatically.</p>`,
  );
  return new Response(page.html, {
    status: 503,
    headers: {
      ...headers,
      "content-security-policy": PAGE_POLICY,
      "content-type": type,
      refresh: String(RETRY_AFTER_SECONDS),
    },
  });
}
