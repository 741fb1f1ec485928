import { afterAll, beforeEach, expect, test } from "bun:test";

import { RESPONSES_ELEMENT } from "#contract/first-paint.ts";
import {
  loadWorker,
  openPage,
  request,
  restart,
  send,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";

const pageOf = (version: string) =>
  `<script src="/assets/main-${version}.js"></script><div id="root"><div id="old-browser"></body>`;

await loadWorker();
beforeEach(restart);
afterAll(unloadWorker);

test("keeps the stored page when a proxy answers 404 for a chunk", async () => {
  serverResponses["/"] = pageOf("1");
  for (const file of ["main", "audiobook"]) serverResponses[`/assets/${file}-1.js`] = "program";
  serverResponses["/api/auth/user"] = { id: 1 };
  await send("install");
  await request("/api/auth/user");
  serverResponses["/assets/talk-1.js"] = new Response("404 page not found", { status: 404 });
  await request("/assets/talk-1.js");
  serverResponses["/"] = pageOf("2");
  serverResponses["/assets/main-2.js"] = "program";
  expect((await (await openPage())?.text())?.replace(RESPONSES_ELEMENT, "")).toBe(pageOf("1"));
});
