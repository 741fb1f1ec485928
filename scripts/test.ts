import { finish, runInstalls, runOnExecutable, runStatic, runTests, runUnitTests } from "./test-steps.ts";

// `npm test`: everything a change has to pass. A failing step doesn't stop the next one.
const separate = ["journeys/**", "bench/**", "nightly/**", "failing-calls.test.tsx"].flatMap((pattern) => [
  "--path-ignore-patterns",
  `tests/${pattern}`,
]);
finish([
  ...(await runInstalls()),
  ...(await runStatic()),
  ...(await runUnitTests(
    ["src/contract", "src/db", "src/server", "art", "tests", "scripts", ...separate],
    ["src/web", "tests/failing-calls.test.tsx"],
  )),
  ...(await runOnExecutable(async () => [
    // more than cores: they mostly wait. The times, by --update-timings, start the slowest first
    await runTests("Journeys", [
      "tests/journeys",
      "--parallel=3",
      "--timings=tests/journeys/timings.json",
      "--timeout",
      "60000",
    ]),
  ])),
]);
