import { expect, test } from "bun:test";

import { skippingDelay } from "#tests/support/skip-delay.ts";
import { serveApi } from "#tests/support/web.tsx";
import { serverMessage } from "#web/api/client.ts";
import { formatFailureReason, SERVER_ERROR_MESSAGE } from "#web/api/failure-reason.ts";
import { RESPONSE_TIMEOUT_MS } from "#web/api/request.ts";

import { fetchSection, loadSection } from "./fetch-section.ts";

const path = "OEBPS/c 3.xhtml";
const address = "/api/books/7/text/OEBPS/c%203.xhtml";
const respondStatus = (status: number) => () => new Response("{}", { status });

test("shows a message page for a chapter that can't be shown", async () => {
  serveApi({ [`GET ${address}`]: () => new Response("<p>Yes</p>") });
  expect(await loadSection(7, path)).toBe(address);
  const respondDamaged = (_body: unknown, _init: RequestInit, query: URLSearchParams) =>
    query.has("page") ? new Response("<p>No</p>") : respondStatus(404)();
  serveApi({ [`GET ${address}`]: respondDamaged });
  expect(await loadSection(7, path)).toBe(`${address}?page`);
});

test("fails with the server's message for a failed chapter", async () => {
  const message = "The club is being upgraded. Try again in a minute.";
  serveApi({ [`GET ${address}`]: () => Response.json({ message }, { status: 503 }) });
  expect(await loadSection(7, path).catch(serverMessage)).toBe(message);
  expect(await fetchSection(address).catch(serverMessage)).toBe(message);
});

test("takes a proxy's error for one, not for a lost network", async () => {
  const respondAsProxy = () => new Response("<title>Proxy", { status: 502, headers: { "content-type": "text/html" } });
  serveApi({ [`GET /api/proxy`]: respondAsProxy });
  expect(await fetchSection("/api/proxy").catch((error: unknown) => formatFailureReason(error))).toBe(
    SERVER_ERROR_MESSAGE,
  );
});

test("gives up on a server that doesn't respond", async () => {
  serveApi({ [`GET ${address}`]: () => new Promise<Response>(() => undefined) });
  await skippingDelay(RESPONSE_TIMEOUT_MS, async () => {
    await expect(loadSection(7, path)).rejects.toThrow("The club doesn't answer");
  });
});
