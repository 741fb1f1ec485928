import { expect, test } from "bun:test";

import { toTitle } from "#contract/invisible-characters.ts";
import { TITLE_MAX_LENGTH } from "#contract/limits.ts";
import { truncateText } from "#contract/text-length.ts";

test("truncates a text before a partial character", () => {
  expect(truncateText("ab🍷c", 3)).toBe("ab");
  expect(truncateText("ab🍷c", 4)).toBe("ab🍷");
  expect(truncateText("ab", 3)).toBe("ab");
  expect(truncateText("a\uD83Cb", 5)).toBe("a\uFFFDb");
});

test("cuts a service's title before a partial character", () => {
  const textStart = "x".repeat(TITLE_MAX_LENGTH - 1);
  expect(toTitle(`${textStart}🍷`)).toBe(textStart);
});

test("strips disallowed marks from a service's title", () => {
  expect(toTitle(" Em\u00ADma\u200B \n the\u2060  first\u3164")).toBe("Emma the first");
  expect(toTitle("علی\u200Cرضا 👩‍🍳 \u200D")).toBe("علی\u200Cرضا 👩‍🍳");
});
