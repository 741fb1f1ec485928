import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";
import { startPushService } from "#tests/support/push-service.ts";

import { sendPushNotices } from "./push.ts";

const TOKEN = "fN3xk2ab91Qd:APA91bHun4MxP5egoKMwt";

test("logs a malformed response without the browser's token", async () => {
  const service = startPushService();
  const malformedService = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket) => void socket.end("garbage and no HTTP\r\n\r\n") },
  });
  const origin = `http://127.0.0.1:${malformedService.port}`;
  const club = await createClub({ environment: { PUSH_ORIGINS: origin } });
  const subscription = { ...service.subscription(), endpoint: `${origin}/push/${TOKEN}` };
  expect((await club.member("mia").call("POST", "/api/profile/push", subscription)).status).toBe(201);
  await sendPushNotices(club.deps, "a", { title: "This month's book", body: "Emma", path: "/" });
  const log = club.logged.join("\n");
  expect(log).toContain("sending a notification failed");
  expect(log).toContain("Malformed_HTTP_Response");
  expect(log).not.toContain(TOKEN);
  malformedService.stop(true);
  await service.stop();
  club.close();
});
