import { describe, expect, test } from "bun:test";

import { Value } from "@sinclair/typebox/value";
import * as fc from "fast-check";

import { Registration } from "#contract/auth.ts";
import { PasswordChange, ProfileDetails } from "#contract/profile.ts";

import { lengthError, validate } from "./validate.ts";

const validForm = { username: "nora", password: "secret", invitationCode: "ABCD", email: "nora@example.org" };

describe("form validation", () => {
  test("accepts what the schema accepts, else gives its message", () => {
    expect(validate(Registration, validForm)).toEqual({});
    expect(validate(Registration, { ...validForm, email: "" })).toEqual({ email: "Email is required" });
    expect(validate(Registration, { ...validForm, email: "nora" })).toEqual({ email: "Invalid email address" });
    expect(validate(Registration, { ...validForm, password: "12345" })).toEqual({
      password: "Password must be at least 6 characters",
    });
  });

  test("agrees with TypeBox's own checker on any text", () => {
    const arbitraryText = fc.oneof(fc.string(), fc.emailAddress(), fc.string({ unit: "binary", maxLength: 200 }));
    for (const schema of [Registration, PasswordChange, ProfileDetails]) {
      const names = Object.keys(schema.properties).filter(
        (name) => name !== "displayName" || schema === ProfileDetails,
      );
      const arbitraryForm = fc.record(Object.fromEntries(names.map((name) => [name, arbitraryText])));
      fc.assert(
        fc.property(arbitraryForm, (values) => {
          expect(Object.keys(validate(schema, values)).length === 0).toBe(Value.Check(schema, values));
        }),
      );
    }
  });
});

test("says by how many characters a text is too long", () => {
  expect(lengthError("x".repeat(500), 500)).toBe("");
  expect(lengthError(` ${"🧀".repeat(500)} `, 500)).toBe("");
  expect(lengthError("x".repeat(501), 500)).toBe("1 character too many. The limit is 500.");
  expect(lengthError("x".repeat(5123), 4000)).toBe("1,123 characters too many. The limit is 4,000.");
  expect(lengthError(undefined, 500)).toBe("");
  expect(lengthError("x".repeat(501))).toBe("");
});

test("doesn't truncate typed text in any field", async () => {
  const componentFiles = [...new Bun.Glob("**/*.tsx").scanSync("src/web")];
  const texts = await Promise.all(componentFiles.map((part) => Bun.file(`src/web/${part}`).text()));
  expect(componentFiles.filter((_, at) => texts[at]?.includes("maxLength="))).toEqual([]);
});
