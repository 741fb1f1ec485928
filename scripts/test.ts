import { finish, runInstalls, runOnExecutable, runStatic, runTests } from "./test-steps.ts";

// `npm test`: everything a change has to pass. A failing step doesn't stop the next one.
const separate = ["journeys", "bench", "nightly"].flatMap((folder) => ["--path-ignore-patterns", `tests/${folder}/**`]);
finish([
  ...(await runInstalls()),
  ...(await runStatic()),
  await runTests("Tests", [
    "src",
    "art",
    "tests",
    "scripts",
    ...separate,
    "--parallel",
    "--no-isolate",
    "--timeout",
    "20000",
  ]),
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
