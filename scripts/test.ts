import { finish, runTests } from "./run-tests.ts";
import { runInstalls, runOnExecutable, runStatic, runUnitTests } from "./test-steps.ts";

// `npm test`: all that a change has to pass. A failing step doesn't stop the next one.
const separateGlobs = ["journeys/**", "bench/**", "nightly/**", "**/*.test.tsx"].map((path) => `tests/${path}`);
const firstResults = await Promise.all([runInstalls(), runStatic()]);
finish([
  ...firstResults.flat(),
  ...(await runUnitTests(
    ["src/contract", "src/db", "src/server", "art", "tests", "scripts"],
    ["src/web", ...new Bun.Glob("tests/**/*.test.tsx").scanSync()],
    separateGlobs,
  )),
  ...(await runOnExecutable(async () => [
    await runTests("Journeys", {
      in: ["tests/journeys"],
      // more than cores: they mostly wait
      parallel: 4,
      // these, by --update-timings, start the slowest first
      runFlags: ["--no-isolate", "--timings=tests/journeys/timings.json"],
    }),
  ])),
]);
