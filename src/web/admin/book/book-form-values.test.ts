import { expect, test } from "bun:test";

import { newBookValues } from "./book-form-values.ts";

const booksOf = (...months: string[]) =>
  months.map((month, id) => ({ id, title: "Emma", author: "Jane Austen", month }));
const listOfferedMonths = (titles: ReturnType<typeof booksOf>, now: string) =>
  newBookValues(titles, "Pacific/Auckland", new Date(now)).month;

test("suggests the first month without a book in the club's zone", () => {
  expect(listOfferedMonths([], "2026-01-15T12:00:00Z")).toBe("2026-01");
  expect(listOfferedMonths(booksOf("2026-03", "2026-01", "2026-02"), "2026-01-15T12:00:00Z")).toBe("2026-04");
  expect(listOfferedMonths(booksOf("2026-12"), "2026-12-15T12:00:00Z")).toBe("2027-01");
});

test("no month is skipped on the last evening of a long one", () => {
  // already the 31st in Auckland
  expect(listOfferedMonths(booksOf("2026-01"), "2026-01-30T12:00:00Z")).toBe("2026-02");
});
