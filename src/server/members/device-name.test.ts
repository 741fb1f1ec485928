import { expect, test } from "bun:test";

import { describeDevice } from "./sign-in.ts";

test("a browser is named with its system", () => {
  const iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
  const edge =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0";
  expect(describeDevice(iPhone)).toBe("Safari on iPhone");
  expect(describeDevice(edge)).toBe("Edge on Windows");
  const headless = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0 Safari/537.36";
  expect(describeDevice(headless)).toBe("Chrome on Linux");
  expect(describeDevice("curl/8.9")).toBe("Unknown device");
  expect(describeDevice(null)).toBe("Unknown device");
});
