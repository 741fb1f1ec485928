import { rmSync } from "node:fs";

import { ensureChromium } from "./chromium.ts";
import { buildExecutable } from "./executable.ts";
import { ensureStrace } from "./strace.ts";
import { type Result, runStep, runTests } from "./test-steps.ts";
import { buildWeb } from "./web/build.ts";

// `npm test`: everything that has to hold before a change is done. Each step runs even if one before it failed, so
// that one run names every fault; only the journeys need the build.
const apart = ["journeys", "bench", "nightly"].flatMap((folder) => ["--path-ignore-patterns", `tests/${folder}/**`]);

rmSync("dist/reports", { recursive: true, force: true });
const results: Result[] = [
  await runStep("Browser", () => console.log(`Chromium: ${ensureChromium()}`)),
  await runStep("Faults of the disk", () => {
    const reason = ensureStrace();
    console.log(reason === null ? "strace makes them" : `their tests are skipped: ${reason}`);
  }),
  await runStep("Format", [process.execPath, "fmt", "--check", "."]),
  await runStep("Lint", ["node_modules/.bin/oxlint", "--deny-warnings"]),
  await runStep("Types", [process.execPath, "check"]),
  await runTests("Tests", [
    "--parallel",
    "--no-isolate",
    "--timeout",
    "20000",
    "src",
    "art",
    "tests",
    "scripts",
    ...apart,
  ]),
];
const build = await runStep("Build", async () => {
  await buildWeb();
  await buildExecutable("dist/bookclub");
});
results.push(build);
// many journeys wait, for a slow uplink or an idle connection: two at a time take little more than half as long
if (build.failed === 0)
  results.push(await runTests("Journeys", ["tests/journeys", "--parallel=2", "--timeout", "60000"]));

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
const faults = results.filter((result) => result.failed > 0);
if (faults.length > 0) console.log(`\nFailed: ${faults.map((result) => result.name).join(", ")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
