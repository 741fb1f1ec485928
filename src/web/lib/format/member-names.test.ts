import { expect, test } from "bun:test";

import { memberNames } from "./member-names.ts";

const createMember = (id: number | null, displayName: string) => ({ id, displayName });
const namesOf = (members: ReturnType<typeof createMember>[]) => members.map(memberNames(members));

test("numbers members with the same name in one list", () => {
  const members = [createMember(5, "Ann"), createMember(7, "Theo"), createMember(9, "Ann")];
  expect(namesOf(members)).toEqual(["Ann (member 5)", "Theo", "Ann (member 9)"]);
});

test("doesn't number one member listed twice", () => {
  expect(namesOf([createMember(5, "Ann"), createMember(5, "Ann")])).toEqual(["Ann", "Ann"]);
});

test("treats names as equal in any case, width or composition", () => {
  const members = [createMember(1, "Zoë"), createMember(2, "ZOE\u0308"), createMember(3, "\uFF3AO\u00EB")];
  expect(namesOf(members).every((name) => /\(member \d\)$/.test(name))).toBe(true);
});

test.each([
  [["O'Hara", "O’Hara", "O\u02BCHara", "o'hara"]],
  [["Ann-Marie", "Ann\u2010Marie", "Ann–Marie"]],
  [["Ann B", "Ann\u00a0B", "Ann  b."]],
])("numbers names that look alike: %p", (names) => {
  const members = names.map((name, index) => createMember(index + 1, name));
  expect(namesOf(members)).toEqual(names.map((name, index) => `${name} (member ${index + 1})`));
});

test.each([[["サラ", "サーラ"]], [["佐木", "佐々木"]]])("doesn't number names that look different: %p", (names) => {
  expect(namesOf(names.map((name, index) => createMember(index + 1, name)))).toEqual(names);
});

test("numbers a member named like a former one", () => {
  const members = [
    createMember(null, "A former member"),
    createMember(null, "A former member"),
    createMember(4, "A former member"),
  ];
  expect(namesOf(members)).toEqual(["A former member", "A former member", "A former member (member 4)"]);
});
