import { finish, runInstalls, runOnExecutable, runTests } from "./test-steps.ts";

// `bun run test:nightly`: long, hostile and rare cases on the executable.
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
    // one at a time: they measure
    await runTests("Measured", [MEASURED, "--timeout", "900000"]),
  ])),
]);
