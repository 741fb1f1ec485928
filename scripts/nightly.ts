import { finish, runInstalls, runOnExecutable, runTests } from "./test-steps.ts";

// `bun run test:nightly`: tests on the executable that take long, are hostile or play out rare events.
const MEASURED = "tests/nightly/measured";
finish([
  ...(await runInstalls()),
  ...(await runOnExecutable(async () => [
    await runTests("Nightly", [
      "tests/nightly",
      "--path-ignore-patterns",
      `${MEASURED}/**`,
      "--parallel=2",
      "--timeout",
      "300000",
    ]),
    // one at a time, because others would spoil their figures
    await runTests("Measured", [MEASURED, "--timeout", "900000"]),
  ])),
]);
