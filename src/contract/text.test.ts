import { describe, expect, test } from "bun:test";

import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";

import { findErrorMessage } from "./errors.ts";
import { textLength, trimText } from "./text-length.ts";
import { findTextIssue, type TextRule } from "./text-rule.ts";
import { ExactText, LineText, LongText, PatternText } from "./text.ts";
import { DisplayName } from "./users.ts";

describe("a line", () => {
  const lineText = LineText({ max: 5, required: true, error: "" });
  const isLine = (text: unknown) => Value.Check(lineText, text);

  test("counts code points after trimming", () => {
    expect(isLine("🍷🍷🍷🍷🍷")).toBe(true);
    expect(isLine("  bread  ")).toBe(true);
    expect(isLine("\u3000bread\n")).toBe(true);
    expect(isLine("cheese")).toBe(false);
    expect(isLine("🍷🍷🍷🍷🍷🍷")).toBe(false);
    expect(trimText("\u3000bread\n")).toBe("bread");
  });

  test("counts a letter and its accents as one", () => {
    for (const text of ["ế".repeat(5).normalize("NFD"), "한".repeat(5).normalize("NFD"), "\u0958".repeat(5)])
      expect([isLine(text), isLine(text + "x"), textLength(text)]).toEqual([true, false, 5]);
  });

  test("isn't blank and has no line break inside", () => {
    for (const text of ["", "   ", "\u200B", "a\nb", "a\u2028b", "a\u0000b"]) expect(isLine(text)).toBe(false);
    expect(Value.Check(LineText({ max: 5, error: "" }), "")).toBe(true);
  });

  test("is a string, for both of TypeBox's checkers", () => {
    const compiled = TypeCompiler.Compile(lineText);
    for (const value of [{ toString: 1 }, { toString: "x", length: 3, trim: 1 }, ["bread"], null, undefined, 5, true]) {
      expect([isLine(value), compiled.Check(value)]).toEqual([false, false]);
      expect([...compiled.Errors(value)]).toHaveLength(1);
    }
  });
});

test("allows line breaks, and parses padded text quickly", () => {
  const longText = LongText({ max: 5000, required: true, error: "" });
  expect(Value.Check(longText, "a\nb")).toBe(true);
  expect(Value.Check(longText, `${" ".repeat(30_000)}a${" ".repeat(30_000)}`)).toBe(true);
  expect(Value.Check(longText, "x".repeat(5001))).toBe(false);
});

test("a password is counted as typed, in code points", () => {
  const password = ExactText({ min: 6, max: 10 });
  expect(Value.Check(password, "🍷🍷🍷🍷🍷🍷")).toBe(true);
  expect(Value.Check(password, "🍷🍷🍷🍷🍷")).toBe(false);
  expect(Value.Check(password, "  12  ")).toBe(true);
  expect(Value.Check(password, "      123456")).toBe(false);
});

test("checks the length before the pattern", () => {
  // a pattern that is very slow on text over the maximum length
  const slowRule: TextRule = { minLength: 0, maxLength: 10, pattern: "^(?:a|a)*$", isExact: true };
  expect(findTextIssue(slowRule, "aaaaaaaaaa")).toBeNull();
  expect(findTextIssue(slowRule, `${"a".repeat(60_000)}!`)).toBe("long");
});

test("names the problem: empty, too long or another", () => {
  const password = ExactText({ min: 6, max: 10, error: "Use 6 characters or more", emptyError: "Enter a password" });
  const errorFor = (value: unknown) => findErrorMessage(password, value);
  expect([undefined, "", "abc", "abcdefghijk", 5].map(errorFor)).toEqual([
    "Enter a password",
    "Enter a password",
    "Use 6 characters or more",
    "Use 10 characters or fewer",
    "Use 6 characters or more",
  ]);
  const month = PatternText(/^\d\d$/u, { max: 2, error: "Like 01" });
  expect(findErrorMessage(month, "1")).toBe("Like 01");
});

describe("a display name", () => {
  const isName = (text: string) => Value.Check(DisplayName, text);

  test("allows emoji and joiners, nothing else invisible", () => {
    for (const name of ["Nora", "👩‍👩‍👧 Ríos", "❤️", "می‌خواهم", "क्‍ष", "ℹ️‍🍷"])
      expect([name, isName(name)]).toEqual([name, true]);
    // text instead of emoji, a keycap, the spellings of a Japanese name, Malayalam and Mongolian letters
    for (const name of ["♥\uFE0E", "1\uFE0F\u20E3", "辻\u{E0100}さん", "അവന\u0D4D\u200D", "ᠠ\u180B"])
      expect([name, isName(name)]).toEqual([name, true]);
    const hidden = ["Nora1\uFE0F", "*\uFE0F", "No\uFE0Era", "No\u{E0100}ra", "No\u180Bra"];
    for (const name of ["", " ", "No\u200Bra", "No\u200Dra", "\u2800", "No\nra", "\uFE0F", ...hidden])
      expect([name, isName(name)]).toEqual([name, false]);
  });

  test("names an invisible character, a line break or the length", () => {
    const errorFor = (name: string) => findErrorMessage(DisplayName, name);
    const formatInvisibleError = (place: string) =>
      `There's an invisible character ${place}. Delete it, or type the text again.`;
    expect(errorFor("Nora\u200Bb")).toBe(formatInvisibleError("after “Nora”"));
    expect(errorFor("👩‍👩‍👧 Ríos\u00AD-López")).toBe(formatInvisibleError("after “👩‍👩‍👧 Ríos”"));
    expect(errorFor("\u3164Nora")).toBe(formatInvisibleError("at the beginning"));
    expect(errorFor(`${"x".repeat(50)}\u2060x`)).toBe(formatInvisibleError(`after “${"x".repeat(12)}”`));
    for (const name of ["No\nra", "x".repeat(81), `${"x".repeat(81)}\u200Bx`])
      expect(errorFor(name)).toBe("Use one line of at most 80 characters");
    expect(errorFor("")).toBe("Display name is required");
  });

  test("with many joiners is parsed in linear time", () => {
    expect(isName(`${"\u2139\uFE0F\u200D".repeat(24)}\n!`)).toBe(false);
    expect(isName(`${"\u2139\u200D".repeat(38)}\u200B`)).toBe(false);
  });
});
