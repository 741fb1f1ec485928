import { expect, test } from "bun:test";

import { acceptedEncodings } from "./accept-encoding.ts";

const choose = (header: string | null) => acceptedEncodings(header, ["br", "gzip"]);

test("a browser that takes both gets brotli first", () => {
  expect(choose("gzip, deflate, br, zstd")).toEqual(["br", "gzip"]);
});

test("the client's weights decide, and zero refuses", () => {
  expect(choose("br;q=0.5, gzip;q=0.8")).toEqual(["gzip", "br"]);
  expect(choose("br;q=0, gzip")).toEqual(["gzip"]);
  expect(choose("BR ; Q=1.0")).toEqual(["br"]);
});

test("a star stands for what is not named", () => {
  expect(choose("*")).toEqual(["br", "gzip"]);
  expect(choose("*;q=0.1, gzip")).toEqual(["gzip", "br"]);
  expect(choose("br, *;q=0")).toEqual(["br"]);
});

test("who says nothing, or something strange, gets the plain file", () => {
  expect(choose(null)).toEqual([]);
  expect(choose("")).toEqual([]);
  expect(choose("identity")).toEqual([]);
  expect(choose("br;q=high")).toEqual([]);
});
