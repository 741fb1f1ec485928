import { expect, it } from "bun:test";

import { formatFileSize } from "./file-size.ts";

it.each([
  [2_300_000, "2.3MB"],
  [640_400, "640KB"],
  [12, "1KB"],
  [999_900, "1.0MB"],
  [1_200_000_000, "1.2GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
