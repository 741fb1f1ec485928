import { expect, test } from "bun:test";

import { readModules } from "./support/modules.ts";

const testModules = (await readModules(["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"])).filter(
  ({ path }) => !/^tests\/(?:journeys|nightly|bench)\/|busy-machine/.test(path),
);
/** Code that works on a quiet machine and sometimes fails on a busy one. */
const UNSTEADY_CODE = {
  "gives up on a state before STATE_TIMEOUT_MS ends":
    /\b(?:waitFor|find\w+)\([^;]*\{ timeout: [\d_]+ \}|\buntil\([^;]*, [\d_]{3,}\);|setDefaultTimeout\([\d_]+\)/,
  "ends a test before the runner does": /^ *\},\s+(?:\d{1,2}|1\d\d|2\d\d)_000,?\s*\);$/m,
  "takes the first of an outcome and a pause": /Promise\.race\([^;]*\bsleep\(/,
  "asserts how long something took": /expect\(performance\.now\(\) - /,
};

test.each(Object.entries(UNSTEADY_CODE))("no test %s", (_what, pattern) => {
  expect(testModules.length).toBeGreaterThan(400);
  expect(testModules.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});
