import { expect, spyOn, test } from "bun:test";

import { AppError } from "#server/errors.ts";

import { createLog } from "./log.ts";
import { createPasswords } from "./passwords.ts";

const logLines: string[] = [];
const log = createLog({ logFormat: "json", logLevel: "info" }, (line) => logLines.push(line));

test("a password matches only its own hash", async () => {
  const passwords = createPasswords(log);
  const hash = await passwords.hash("Merlot");
  expect(await passwords.verify("Merlot", hash)).toBeTrue();
  expect(await passwords.verify("merlot", hash)).toBeFalse();
  expect(await passwords.verify("", hash)).toBeFalse();
  expect(await passwords.verify("Merlot", null)).toBeFalse();
  expect(logLines).toEqual([]);
  expect(await passwords.verify("Merlot", "no hash at all")).toBeFalse();
  expect(logLines.join()).toContain("a stored password hash is damaged");
});

test("rejects more than 200 waiting as busy, serves the rest (O01)", async () => {
  const passwords = createPasswords(log);
  const verifications = await Promise.allSettled(Array.from({ length: 203 }, () => passwords.verify("x", "no hash")));
  const rejections = verifications.filter((verification) => verification.status === "rejected");
  expect(rejections).toHaveLength(1);
  expect(rejections[0]?.reason).toBeInstanceOf(AppError);
  expect(rejections[0]?.reason).toMatchObject({ code: "busy", details: { retryAfter: 5 } });
  expect(await passwords.verify("x", "no hash")).toBeFalse();
});

test("takes the same time for an unknown name (A02)", async () => {
  const passwords = createPasswords(log);
  const storedHash = await passwords.hash("Merlot");
  const costsOf = (hash: string) => hash.split("$").slice(1, 4);
  expect(costsOf(passwords.dummyHash)).toEqual(costsOf(storedHash));
  expect(passwords.dummyHash).toHaveLength(storedHash.length);
  const verify = spyOn(Bun.password, "verify");
  expect(await passwords.verify("Merlot", null)).toBeFalse();
  expect(verify).toHaveBeenCalledWith("Merlot", passwords.dummyHash);
  verify.mockRestore();
  // a malformed hash would make this throw at once
  expect(await Bun.password.verify("x", passwords.dummyHash)).toBe(false);
});
