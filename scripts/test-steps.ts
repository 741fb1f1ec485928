import { mkdirSync } from "node:fs";
import { join } from "node:path";

export type Result = { name: string; passed: number; failed: number };

/** Runs a command, or a function that throws when it fails, and counts it as one check. */
export async function runStep(name: string, work: string[] | (() => void | Promise<void>)): Promise<Result> {
  console.log(`\n── ${name}`);
  const ok = Array.isArray(work) ? (await spawn(work)) === 0 : await holds(work);
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/**
 * Runs `bun test` with these arguments and counts its tests. A run that ends badly without a failing test (it crashed,
 * it found no test) counts as one failure more.
 */
export async function runTests(name: string, args: string[]): Promise<Result> {
  console.log(`\n── ${name}`);
  mkdirSync("dist/reports", { recursive: true });
  const report = join("dist/reports", `${name.toLowerCase()}.xml`);
  const exitCode = await spawn([
    process.execPath,
    "test",
    ...args,
    "--only-failures",
    "--reporter=junit",
    `--reporter-outfile=${report}`,
  ]);
  const summary = (await Bun.file(report).exists()) ? await Bun.file(report).text() : "";
  const [tests, failures, skipped] = ["tests", "failures", "skipped"].map((key) => attribute(summary, key));
  const failed = failures || (exitCode === 0 && tests ? 0 : 1);
  return { name, passed: Math.max(0, (tests ?? 0) - (failures ?? 0) - (skipped ?? 0)), failed };
}

function attribute(report: string, key: string): number {
  return Number(new RegExp(`<testsuites [^>]*\\b${key}="(\\d+)"`).exec(report)?.[1] ?? 0);
}

async function holds(work: () => void | Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

function spawn(command: string[]): Promise<number> {
  return Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] }).exited;
}
