import { expect, test } from "bun:test";

import { retryImport } from "./retry.ts";

test("retries an import until it loads", async () => {
  let tries = 0;
  const importedModule = await retryImport(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError("Failed to fetch dynamically imported module");
    return "the menu";
  }, 1);
  expect([importedModule, tries]).toEqual(["the menu", 3]);
});
