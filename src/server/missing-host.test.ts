import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect } from "node:net";

import { createUpgradingResponse } from "#server/operations/health/upgrading.ts";
import { type Club, createClub } from "#tests/support/club.ts";

let club: Club;
let server: Bun.Server<undefined>;
beforeEach(async () => {
  club = await createClub();
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: club.handler.fetch });
  await club.handler.preloadRoutes();
});
afterEach(async () => {
  await server.stop(true);
  club.close();
});

/** HTTP/1.0 doesn't require a Host header, and load balancers' health checks send none. */
async function callWithoutHost(method: string, path: string, headers = "") {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let responseText = "";
  const socket = connect(server.port ?? 0, "127.0.0.1", () =>
    socket.write(`${method} ${path} HTTP/1.0\r\n${headers}\r\n`),
  );
  socket.on("data", (data) => (responseText += data.toString()));
  socket.on("error", reject);
  socket.on("close", () => resolve(responseText));
  const text = await promise;
  return { status: Number(text.slice(9, 12)), text };
}

test("health checks without a Host header get a response", async () => {
  for (const path of ["/up", "/up?from=balancer"])
    expect([path, (await callWithoutHost("GET", path)).text]).toEqual([
      path,
      expect.stringMatching(/ 200 [^]*\r\nok\n$/),
    ]);
  expect((await callWithoutHost("HEAD", "/up")).text).toMatch(/content-length: 3\r/i);
  expect((await callWithoutHost("GET", "/api/health")).text).toContain('"status":"ok"');
  expect((await callWithoutHost("GET", "/api/club")).text).toContain("passwordMinLength");
});

test("without a Host header a path is the whole path", async () => {
  for (const path of ["/x/api/health", "/xxxxxxxxxxxxx/api/club", "/x/up", "/x//y/up", "/x/metrics"])
    expect([path, (await callWithoutHost("GET", path)).text]).toEqual([
      path,
      expect.not.stringMatching(/"status":"ok"|passwordMinLength|\r\n\r\nok\n|"message":"Something went wrong/),
    ]);
  expect((await callWithoutHost("GET", "/api/auth/user")).status).toBe(401);
  expect((await callWithoutHost("GET", "/up", "Host: [::1\r\n")).status).toBe(400);
});

test("without a Host header no secret path is logged", async () => {
  const paths: unknown[] = [];
  const log = {
    ...club.deps.log,
    info: (_: string, fields?: Record<string, unknown>) => void paths.push(fields?.["path"]),
  };
  Object.assign(club.deps, { log });
  await callWithoutHost("GET", "/calendar/s3cretToken.ics");
  await callWithoutHost("GET", "/feeds/s3cretToken/opds");
  expect(paths).toEqual(["/calendar/…", "/feeds/…"]);
});

test("an upgrade accepts health checks without a Host header", async () => {
  await server.stop(true);
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => createUpgradingResponse(club.deps.config, request),
  });
  expect((await callWithoutHost("GET", "/up")).text).toMatch(/ 503 [^]*\r\nupgrading\n$/);
  expect((await callWithoutHost("GET", "/api/health")).text).toContain('{"status":"upgrading"}');
  expect((await callWithoutHost("GET", "/", "Host: [::1\r\n")).status).toBe(503);
});
