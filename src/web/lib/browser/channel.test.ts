import { afterEach, expect, test } from "bun:test";

import { openChannel } from "./channel.ts";

const { BroadcastChannel } = globalThis;

afterEach(() => void Reflect.set(globalThis, "BroadcastChannel", BroadcastChannel));

test("works in a browser that denies channels", () => {
  Reflect.set(globalThis, "BroadcastChannel", function denied() {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  const { post, close } = openChannel("player");
  post("one");
  close();
  expect(() => openChannel("player")).not.toThrow();
});

test("delivers messages until it's closed", async () => {
  const receivedMessages: unknown[] = [];
  const channel = openChannel("player", (message) => receivedMessages.push(message));
  const sender = openChannel("player");
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const lastChannel = openChannel("player", resolve);
  sender.post("one");
  await promise;
  expect(receivedMessages).toEqual(["one"]);
  for (const { close } of [channel, sender, lastChannel]) close();
});
