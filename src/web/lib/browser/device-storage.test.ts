import { afterEach, expect, spyOn, test } from "bun:test";

import { readStored, writeStored } from "./device-storage.ts";

afterEach(() => writeStored("color", null));

test("remembers values while storage is full, saves them later", () => {
  writeStored("color", "red");
  const setItemSpy = spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Quota exceeded.", "QuotaExceededError");
  });
  writeStored("color", "blue");
  expect(readStored("color")).toBe("blue");
  setItemSpy.mockRestore();
  writeStored("color", "green");
  expect([readStored("color"), localStorage.getItem("color")]).toEqual(["green", "green"]);
});

test("only one file uses localStorage", async () => {
  const files = [...new Bun.Glob("src/web/**/*.{ts,tsx}").scanSync()].filter((path) => !path.includes(".test."));
  const filesWithStorage: string[] = [];
  for (const path of files) if (/\blocalStorage\b/.test(await Bun.file(path).text())) filesWithStorage.push(path);
  expect(filesWithStorage).toEqual(["src/web/lib/browser/device-storage.ts"]);
});
