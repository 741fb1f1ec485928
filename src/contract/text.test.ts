import { describe, expect, test } from "bun:test";

import { Value } from "@sinclair/typebox/value";

import { LineText, LongText } from "./text.ts";

describe("a line", () => {
  const line = LineText({ max: 5, required: true, error: "" });
  const isLine = (text: string) => Value.Check(line, text);

  test("counts code points after trimming", () => {
    expect(isLine("🍷🍷🍷🍷🍷")).toBe(true);
    expect(isLine("  bread  ")).toBe(true);
    expect(isLine("cheese")).toBe(false);
  });

  test("isn't blank and has no line break inside", () => {
    for (const text of ["", "   ", "\u200B", "a\nb", "a\u2028b", "a\u0000b"]) expect(isLine(text)).toBe(false);
    expect(Value.Check(LineText({ max: 5, error: "" }), "")).toBe(true);
  });
});

test("a long text may have line breaks, and is read quickly however it is padded", () => {
  const long = LongText({ max: 5000, required: true, error: "" });
  expect(Value.Check(long, "a\nb")).toBe(true);
  expect(Value.Check(long, `${" ".repeat(30_000)}a${" ".repeat(30_000)}`)).toBe(true);
  expect(Value.Check(long, "x".repeat(5001))).toBe(false);
});
