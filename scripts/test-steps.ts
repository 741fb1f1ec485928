import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { findTooNew } from "./browser-floor/check.ts";
import { findTooNewStyles } from "./browser-floor/styles.ts";
import { ensureHeadlessChromium } from "./chromium.ts";
import { ensureEngine } from "./engines.ts";
import { buildExecutable } from "./executable.ts";
import { ensureStrace } from "./strace.ts";
import { buildWeb } from "./web/build.ts";

const REPORTS = "dist/reports";

export type Result = { name: string; passed: number; failed: number };

export async function runStatic(): Promise<Result[]> {
  return [
    await runStep("Format", [process.execPath, "fmt", "--check", "."]),
    await runStep("Lint", ["node_modules/.bin/oxlint", "--deny-warnings"]),
    await runStep("Patterns", [process.execPath, "scripts/patterns.ts"]),
    // without the flag Bun would run package.json's `check`
    await runStep("Types", [process.execPath, "check", "--no-script"]),
    await runStep("Older browsers", async () => {
      const found = [...(await findTooNew()), ...(await findTooNewStyles())];
      if (found.length > 0)
        throw new Error(`Not in every supported browser (add a fallback and list it):\n${found.join("\n")}`);
    }),
  ];
}

export async function runInstalls(): Promise<Result[]> {
  return [
    await runStep("Browser", () => console.log(`Chromium: ${ensureHeadlessChromium()}`)),
    await runEngine("firefox"),
    await runEngine("webkit"),
    await runStep("Disk faults", () => {
      const reason = ensureStrace();
      console.log(reason === null ? "injected by strace" : `those tests are skipped: ${reason}`);
    }),
  ];
}

/** Builds the executable and runs its tests; a failed build skips them. */
export async function runOnExecutable(run: () => Promise<Result[]>): Promise<Result[]> {
  const build = await runStep("Build", async () => {
    await buildWeb();
    await buildExecutable("dist/bookclub");
  });
  return build.failed === 0 ? [build, ...(await run())] : [build];
}

/** Component tests run apart: their DOM stays, and code for the server mustn't find one. */
export async function runUnitTests(withoutDom: string[], withDom: string[]): Promise<Result[]> {
  // more than cores: some mostly wait
  const flags = ["--parallel=3", "--no-isolate", "--timeout", "20000"];
  return [
    await runTests("Tests", [...withoutDom, ...flags]),
    await runTests("Component tests", [...withDom, ...flags]),
  ];
}

/** Runs `bun test` and counts its tests. A crash or an empty run counts as a failure. */
export async function runTests(name: string, args: string[]): Promise<Result> {
  console.log(`\n── ${name}`);
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, `${name.toLowerCase()}.xml`);
  rmSync(report, { force: true });
  const output = ["--only-failures", "--reporter=junit", `--reporter-outfile=${report}`];
  const exitCode = await spawn([process.execPath, "test", ...args, ...output]);
  const summary = (await Bun.file(report).exists()) ? await Bun.file(report).text() : "";
  const [tests, failures, skipped] = ["tests", "failures", "skipped"].map((key) => attribute(summary, key));
  const failed = failures || (exitCode === 0 && tests ? 0 : 1);
  return { name, passed: Math.max(0, (tests ?? 0) - (failures ?? 0) - (skipped ?? 0)), failed };
}

/** Prints `N passed, N failed` last; exits with 1 after a failure. */
export function finish(results: readonly Result[]): never {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const names = results.filter((result) => result.failed > 0).map(({ name }) => name);
  if (names.length > 0) console.log(`\nFailed: ${names.join(", ")}`);
  console.log(`\n${Math.round(performance.now() / 1000)} seconds\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

async function runStep(name: string, work: string[] | (() => void | Promise<void>)): Promise<Result> {
  console.log(`\n── ${name}`);
  const ok = Array.isArray(work) ? (await spawn(work)) === 0 : await succeeds(work);
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

async function succeeds(work: () => void | Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

function attribute(report: string, key: string): number {
  return Number(new RegExp(`<testsuites [^>]*\\b${key}="(\\d+)"`).exec(report)?.[1] ?? 0);
}

function spawn(command: string[]): Promise<number> {
  return Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] }).exited;
}

function runEngine(engine: "firefox" | "webkit"): Promise<Result> {
  return runStep(`Journeys in ${engine}`, () => {
    const reason = ensureEngine(engine);
    console.log(reason === null ? "installed" : `those tests are skipped: ${reason}`);
  });
}
