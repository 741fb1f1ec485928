import { afterAll, expect, test } from "bun:test";

import { openBrowser } from "#tests/support/browser.ts";

const browser = await openBrowser();
afterAll(browser.close);

/** Resets each connection when it is used again, like a server that closes an idle one at that moment. */
function startResettingServer() {
  const usedSockets = new Set<unknown>();
  let resetCount = 0;
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket) => {
        if (usedSockets.has(socket)) {
          resetCount += 1;
          return void socket.terminate();
        }
        usedSockets.add(socket);
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\ntrue");
      },
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, resets: () => resetCount, stop: () => server.stop(true) };
}

test("repeats a test's request if its connection is closed", async () => {
  const server = startResettingServer();
  const page = await browser.page({ club: server });
  for (const method of ["get", "get", "post"] as const)
    expect(await (await page.request[method]("/api/posts")).json()).toBe(true);
  expect(server.resets()).toBe(2);
  await page.context().close();
  server.stop();
});
