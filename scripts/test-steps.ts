import { ensureHeadlessChromium } from "./chromium.ts";
import { seededDemo } from "./demo/seeded.ts";
import { ensureEngine } from "./engines.ts";
import { buildExecutable } from "./executable.ts";
import { type Result, runTests } from "./run-tests.ts";
import { ensureStrace } from "./strace.ts";
import { buildWeb } from "./web/build.ts";

/** Runs them at once, because the slowest takes longer than the others together. */
export async function runStatic(): Promise<Result[]> {
  return Promise.all([
    runCommand("Format", [process.execPath, "fmt", "--check", "."]),
    runCommand("Lint", ["node_modules/.bin/oxlint", "--deny-warnings"]),
    runCommand("Patterns", [process.execPath, "scripts/check-regexes.ts"]),
    runCommand("Words", [process.execPath, "scripts/check-words.ts"]),
    // without the flag Bun would run package.json's `check`
    runCommand("Types", [process.execPath, "check", "--no-script"]),
    runCommand("Older browsers", [process.execPath, "scripts/check-browsers.ts"]),
  ]);
}

export async function runInstalls(): Promise<Result[]> {
  return [
    await runStep("Browser", async () => console.log(`Chromium: ${await ensureHeadlessChromium()}`)),
    await runEngine("firefox"),
    await runEngine("webkit"),
    await runStep("Disk faults", async () => {
      const reason = await ensureStrace();
      console.log(reason === null ? "injected by strace" : `those tests are skipped: ${reason}`);
    }),
  ];
}

export async function runOnExecutable(runSteps: () => Promise<Result[]>): Promise<Result[]> {
  const buildResult = await runStep("Build", async () => {
    await buildWeb();
    await buildExecutable("dist/bookclub");
    await seededDemo();
  });
  return buildResult.failed === 0 ? [buildResult, ...(await runSteps())] : [buildResult];
}

/** Component tests run separately, because server code must not find their DOM. */
export async function runUnitTests(withoutDom: string[], withDom: string[], except: string[] = []): Promise<Result[]> {
  // more than cores, because some mostly wait
  const runOptions = { parallel: 3, runFlags: ["--no-isolate"] };
  return [
    await runTests("Tests", { in: withoutDom, except, ...runOptions }),
    await runTests("Component tests", { in: withDom, ...runOptions }),
  ];
}

/** Prints the output at the end, because other steps print too. */
async function runCommand(name: string, command: string[]): Promise<Result> {
  const { exitCode, stdout, stderr } = await Bun.$`${command}`.nothrow().quiet();
  console.log(`\n── ${name}\n${stdout}${stderr}`.trimEnd());
  return toResult(name, exitCode === 0);
}

async function runStep(name: string, work: () => Promise<void>): Promise<Result> {
  console.log(`\n── ${name}`);
  return toResult(name, await isSuccessful(work));
}

const toResult = (name: string, isOk: boolean): Result => ({ name, passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });

async function isSuccessful(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

function runEngine(engine: "firefox" | "webkit"): Promise<Result> {
  return runStep(`Journeys in ${engine}`, async () => {
    const reason = await ensureEngine(engine);
    console.log(reason === null ? "installed" : `those tests are skipped: ${reason}`);
  });
}
