import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const REPORTS = "dist/reports";

export type Result = {
  name: string;
  passed: number;
  failed: number;
  flaky?: string[];
  /** What each failed file printed in its last failed run. */
  output?: { file: string; text: string }[];
};

type TestSelection = {
  /** Test files and folders. */
  in: string[];
  except?: string[];
  /** Only for tests that hang. */
  timeoutMs?: number;
  /** Test files at once. */
  parallel?: number;
  /** Flags that a second run of a single file doesn't need. */
  runFlags?: string[];
};

type Counts = { passed: number; failed: number };

/** Runs test files; one that crashes or has no test counts as a failure. A failed file that passes alone is flaky. */
export async function runTests(name: string, tests: TestSelection): Promise<Result> {
  const files = findFiles(tests);
  // without files `bun test` would run all
  if (files.length === 0) return { name, ...CRASHED };
  const timeout = [`--timeout=${tests.timeoutMs ?? 300_000}`];
  const flags = [...timeout, ...(tests.runFlags ?? [])];
  if (tests.parallel) flags.push(`--parallel=${tests.parallel}`);
  const { exitCode, counts, printed } = await runFiles(name, files, flags);
  const failedFiles = files.filter((file) => counts.get(file)?.failed !== 0);
  const flakyFiles: string[] = [];
  const output: Result["output"] = [];
  for (const file of failedFiles) {
    const secondRun = await runFiles(`${name}, second try of ${file}`, [file], timeout);
    const count = secondRun.counts.get(file);
    const isFlaky = secondRun.exitCode === 0 && count?.failed === 0;
    output.push({ file, text: isFlaky ? outputOf(file, printed) : secondRun.printed });
    if (!isFlaky) continue;
    counts.set(file, count);
    flakyFiles.push(file);
  }
  const sum = (key: keyof Counts) => files.reduce((total, file) => total + (counts.get(file) ?? CRASHED)[key], 0);
  // a run that failed after its last test
  const extraFailures = exitCode !== 0 && failedFiles.length === 0 ? 1 : 0;
  if (extraFailures > 0) output.push({ file: name, text: printed.split("\n").slice(-50).join("\n") });
  return { name, passed: sum("passed"), failed: sum("failed") + extraFailures, flaky: flakyFiles, output };
}

export function finish(results: readonly Result[]): never {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const names = results.filter((result) => result.failed > 0).map(({ name }) => name);
  for (const { file, text } of results.flatMap(({ output }) => output ?? []))
    console.log(`\nWhat ${file} printed when it failed:\n${text.trim()}`);
  console.log("");
  for (const file of results.flatMap(({ flaky }) => flaky ?? []))
    console.log(`Flaky: ${file} failed at first and passed alone`);
  if (names.length > 0) console.log(`Failed: ${names.join(", ")}`);
  console.log(`${Math.round(performance.now() / 1000)} seconds\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

const CRASHED: Counts = { passed: 0, failed: 1 };

function findFiles({ in: places, except = [] }: TestSelection): string[] {
  const exceptGlobs = except.map((pattern) => new Bun.Glob(pattern));
  return places
    .flatMap((place) =>
      /\.test\.tsx?$/.test(place) ? [place] : [...new Bun.Glob(`${place}/**/*.test.{ts,tsx}`).scanSync()],
    )
    .filter((file) => !exceptGlobs.some((glob) => glob.match(file)))
    .toSorted();
}

async function runFiles(name: string, files: string[], flags: string[]) {
  console.log(`\n── ${name}`);
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, `${name.toLowerCase().replaceAll("/", "-")}.xml`);
  rmSync(report, { force: true });
  const output = ["--only-failures", "--reporter=junit", `--reporter-outfile=${report}`];
  const paths = files.map((file) => `./${file}`);
  const command = [process.execPath, "test", ...paths, ...flags, ...output];
  // Bun's default is the environment at startup
  const child = Bun.spawn(command, { env: process.env, stdio: ["ignore", "pipe", "pipe"] });
  let printedText = "";
  const showOutput = async (stream: ReadableStream<Uint8Array>, target: NodeJS.WriteStream) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      printedText += decoder.decode(chunk, { stream: true });
      target.write(chunk);
    }
  };
  await Promise.all([showOutput(child.stdout, process.stdout), showOutput(child.stderr, process.stderr)]);
  const exitCode = await child.exited;
  const summary = (await Bun.file(report).exists()) ? await Bun.file(report).text() : "";
  return { exitCode, counts: readCounts(summary), printed: printedText };
}

/** The lines around those with the file's name, because parallel output is mixed. */
function outputOf(file: string, printedText: string): string {
  const lines = printedText.split("\n");
  const namedLines = lines.flatMap((line, at) => (line.includes(file) ? [at] : []));
  return lines.filter((_, at) => namedLines.some((one) => one - 30 <= at && at <= one + 5)).join("\n");
}

/** Reads a JUnit report, which lacks files that couldn't be loaded. */
function readCounts(report: string): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const [, name, file = "", rest = ""] of report.matchAll(/<testsuite name="([^"]*)" file="([^"]*)" ([^>]*)>/g)) {
    // not suites of `describe`
    if (name !== file) continue;
    const [tests = 0, failed = 0, skipped = 0] = ["tests", "failures", "skipped"].map((key) =>
      Number(new RegExp(`\\b${key}="(\\d+)"`).exec(rest)?.[1] ?? 0),
    );
    counts.set(file, { passed: tests - failed - skipped, failed });
  }
  return counts;
}
