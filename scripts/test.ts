import { finish, runTests } from "./run-tests.ts";
import { runInstalls, runOnExecutable, runStatic, runUnitTests } from "./test-steps.ts";

// `npm test`: all that a change has to pass. A failing step doesn't stop the next one.
const separateGlobs = ["journeys/**", "bench/**", "nightly/**", "**/*.test.tsx"].map((path) => `tests/${path}`);
const installs = runInstalls();
const checks = runStatic();
// some unit tests need strace
const unitTests = Promise.all([installs, checks]).then(() =>
  runUnitTests(
    ["src/contract", "src/db", "src/server", "art", "tests", "scripts"],
    ["src/web", ...new Bun.Glob("tests/**/*.test.tsx").scanSync()],
    separateGlobs,
  ),
);
const journeys = installs.then(() =>
  runOnExecutable(async () => [
    await runTests("Journeys", {
      in: ["tests/journeys"],
      // more than one core's share: they mostly wait
      parallel: 3,
      // these, by --update-timings, start the slowest first
      runFlags: ["--timings=tests/journeys/timings.json"],
    }),
  ]),
);
finish((await Promise.all([installs, checks, unitTests, journeys])).flat());
