import { expect, test } from "bun:test";

import { deviceName, formatDevice } from "./device-name.ts";

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1", 5, "phone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/156.0 Mobile Safari/537.36", 5, "phone"],
  ["Mozilla/5.0 (Linux; Android 15; SM-X710) Chrome/156.0 Safari/537.36", 5, "tablet"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", 5, "tablet"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", 0, "computer"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36", 0, "computer"],
])("%p with %p touch points is a %p", (agent, touch, name) => expect(deviceName(agent, touch)).toBe(name));

test("a position shows its device, if known", () => {
  expect(formatDevice({ device: "phone", isFromThisDevice: false })).toBe("On your phone");
  expect(formatDevice({ device: null, isFromThisDevice: false })).toBe("Elsewhere");
  expect(formatDevice({ device: "computer", isFromThisDevice: true })).toBe("In this browser");
});
