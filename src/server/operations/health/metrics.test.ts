import { afterEach, describe, expect, test } from "bun:test";

import { createHandler } from "#server/handler.ts";
import { type Club, createClub } from "#tests/support/club.ts";

let club: Club;
afterEach(() => club.close());

/** Makes a call over a local socket, which has a peer address. */
async function fetchMetrics(headers: Record<string, string> = {}) {
  const handler = createHandler(club.deps, { fetch: () => new Response("page") });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) => handler.fetch(request, server),
  });
  try {
    await fetch(new URL("/api/health", server.url));
    await fetch(new URL("/api/books/77", server.url));
    await fetch(new URL("/api/books/78/x", server.url));
    await fetch(new URL("/ebook", server.url));
    const response = await fetch(new URL("/metrics", server.url), { headers });
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  } finally {
    await server.stop(true);
  }
}

describe("the metrics", () => {
  test("count requests by route and status class, and describe it", async () => {
    club = await createClub();
    club.member();
    const { status, type, text } = await fetchMetrics();
    expect(status).toBe(200);
    expect(type).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text).toContain('\nbookclub_http_requests_total{method="GET",route="/api/health",status="2xx"} 1\n');
    expect(text).toContain('\nbookclub_http_requests_total{method="GET",route="/api/books/:id",status="4xx"} 1\n');
    expect(text).toContain('\nbookclub_http_requests_total{method="GET",route="/api/(other)",status="4xx"} 1\n');
    expect(text).toContain('\nbookclub_http_requests_total{method="GET",route="(page)",status="2xx"} 1\n');
    expect(text).toMatch(/_duration_seconds_bucket\{route="\/api\/health",le="\+Inf"\} 1\n/);
    expect(text).toContain("\nbookclub_members 1\n");
    expect(text).toContain("\nbookclub_sessions 1\n");
    expect(text).toContain("\nbookclub_http_requests_in_progress 1\n");
    expect(text).toContain("\nbookclub_backup_ok 0\n");
    expect(text).toContain("\nbookclub_files_lost 0\n");
    expect(text).toContain("\nbookclub_database_log_bytes 0\n");
    expect(text).toContain('\nbookclub_mails{state="queued"} 0\n');
    expect(text).not.toMatch(/\bmia\b/);
  });

  test("are well formed: comments, and samples of their family", async () => {
    club = await createClub();
    const lines = (await fetchMetrics()).text.trimEnd().split("\n");
    let family = "";
    for (const line of lines) {
      family = /^# TYPE (\w+) (?:gauge|counter|histogram)$/.exec(line)?.[1] ?? family;
      if (!line.startsWith("#"))
        expect(line).toMatch(new RegExp(`^${family}(?:_bucket|_sum|_count)?(?:\\{.*\\})? [\\d.e+-]+$`));
    }
    expect(lines.length).toBeGreaterThan(40);
  });

  test("are hidden behind a proxy or another host name", async () => {
    club = await createClub();
    expect((await fetchMetrics({ "x-forwarded-for": "203.0.113.9" })).status).toBe(404);
    expect((await fetchMetrics({ via: "1.1 proxy" })).status).toBe(404);
    expect((await fetchMetrics({ host: "club.example.org" })).status).toBe(404);
    expect((await club.visitor.call("GET", "/metrics")).status).toBe(404);
  });

  test("of a public club need a token, even from localhost", async () => {
    for (const environment of [{ PUBLIC_URL: "https://club.example.org" }, { TRUST_PROXY: "127.0.0.1" }]) {
      club?.close();
      club = await createClub({ environment });
      expect((await fetchMetrics()).status).toBe(404);
    }
    club.close();
    club = await createClub({ environment: { PUBLIC_URL: "http://localhost:3000" } });
    expect((await fetchMetrics()).status).toBe(200);
  });

  test("with a token need it from every caller, even via a proxy", async () => {
    club = await createClub({ environment: { METRICS_TOKEN: "grapes" } });
    expect((await fetchMetrics()).status).toBe(401);
    expect((await fetchMetrics({ authorization: "Bearer raisins" })).status).toBe(401);
    expect((await fetchMetrics({ authorization: "Bearer grapes", "x-forwarded-for": "203.0.113.9" })).status).toBe(200);
  });
});
