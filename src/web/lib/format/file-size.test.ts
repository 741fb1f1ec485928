import { expect, test } from "bun:test";

import { formatFileSize } from "./file-size.ts";

test.each([
  [2_300_000, "2.3\u00A0MB"],
  [640_400, "640\u00A0KB"],
  [12, "1\u00A0KB"],
  [999_900, "1.0\u00A0MB"],
  [1_200_000_000, "1.2\u00A0GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
