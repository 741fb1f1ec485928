import { ensureHeadlessChromium } from "./chromium.ts";
import { seededDemo } from "./demo/seeded.ts";
import { ensureEngine } from "./engines.ts";
import { buildExecutable } from "./executable.ts";
import { type Result, runTests } from "./run-tests.ts";
import { ensureStrace } from "./strace.ts";
import { buildWeb } from "./web/build.ts";

export async function runStatic(): Promise<Result[]> {
  return [
    await runStep("Format", [process.execPath, "fmt", "--check", "."]),
    await runStep("Lint", ["node_modules/.bin/oxlint", "--deny-warnings"]),
    await runStep("Patterns", [process.execPath, "scripts/check-regexes.ts"]),
    await runStep("Words", [process.execPath, "scripts/check-words.ts"]),
    // without the flag Bun would run package.json's `check`
    await runStep("Types", [process.execPath, "check", "--no-script"]),
    await runStep("Older browsers", [process.execPath, "scripts/check-browsers.ts"]),
  ];
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

async function runStep(name: string, work: string[] | (() => Promise<void>)): Promise<Result> {
  console.log(`\n── ${name}`);
  const isOk = Array.isArray(work)
    ? (await Bun.spawn(work, { stdio: ["ignore", "inherit", "inherit"] }).exited) === 0
    : await isSuccessful(work);
  return { name, passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 };
}

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
