import { expect, test } from "bun:test";

import { memberNames } from "./member-names.ts";

const member = (id: number | null, displayName: string) => ({ id, displayName });
const namesOf = (members: ReturnType<typeof member>[]) => members.map(memberNames(members));

test("numbers members with the same name in one list", () => {
  const list = [member(5, "Ann"), member(7, "Theo"), member(9, "Ann")];
  expect(namesOf(list)).toEqual(["Ann (member 5)", "Theo", "Ann (member 9)"]);
});

test("doesn't number one member listed twice", () => {
  expect(namesOf([member(5, "Ann"), member(5, "Ann")])).toEqual(["Ann", "Ann"]);
});

test("treats names as equal in any case, width or composition", () => {
  const list = [member(1, "Zoë"), member(2, "ZOE\u0308"), member(3, "\uFF3AO\u00EB")];
  expect(namesOf(list).every((name) => /\(member \d\)$/.test(name))).toBe(true);
});

test("numbers a member named like a former one", () => {
  const list = [member(null, "A former member"), member(null, "A former member"), member(4, "A former member")];
  expect(namesOf(list)).toEqual(["A former member", "A former member", "A former member (member 4)"]);
});
