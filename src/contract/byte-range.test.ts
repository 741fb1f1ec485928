import { expect, test } from "bun:test";

import { readByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=0-1", { start: 0, end: 1 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=99-", { start: 99, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["Bytes=5-6", { start: 5, end: 6 }],
  [`bytes=0-${"9".repeat(30)}`, { start: 0, end: 99 }],
])("of 100 bytes, %s is a part", (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test.each(["bytes=-0", "bytes=100-", "bytes=100-200", `bytes=${"9".repeat(30)}-`])(
  "of 100 bytes, %s cannot be satisfied",
  (header) => {
    expect(readByteRange(header, 100)).toBe("unsatisfiable");
  },
);

test.each([
  null,
  "",
  "bytes=",
  "bytes=-",
  "bytes=9-2",
  "bytes=0-1,5-6",
  "items=0-5",
  "bytes=a-b",
  "bytes=0x1-2",
  "5-6",
])("%j is ignored", (header) => {
  expect(readByteRange(header, 100)).toBeNull();
});

test("no range of an empty file can be satisfied", () => {
  expect(readByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(readByteRange("bytes=-1", 0)).toBe("unsatisfiable");
});

test("parses a header with many spaces quickly", () => {
  expect(readByteRange(`bytes=${"\t".repeat(8000)}-${"\t".repeat(8000)}-`, 100)).toBeNull();
  expect(readByteRange(`${" ".repeat(8000)}bytes = 5 - 9${" ".repeat(8000)}`, 100)).toEqual({ start: 5, end: 9 });
});
