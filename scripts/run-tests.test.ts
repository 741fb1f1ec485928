import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "run-tests-"));
afterAll(() => rmSync(folder, { recursive: true }));

const green = `test("a", () => {}); test("b", () => {}); test.skip("c", () => {});`;
const failingTest = `test("a", () => {}); test("b", () => { throw new Error("always"); });`;
/** Fails unless it ran before. */
const failsAtFirst = `
  const marker = import.meta.path + ".ran";
  const ran = await Bun.file(marker).exists();
  await Bun.write(marker, "");
  test("a", () => {});
  test("b", () => { if (!ran) throw new Error("at first"); });`;
/** Is loaded only the second time. */
const failsToLoadAtFirst = `${failsAtFirst} if (!ran) throw new Error("not loaded");`;
const failsAfterwards = `test("a", () => {}); afterAll(() => { throw new Error("afterwards"); });`;

/** Runs these test files, as `npm test` does. @returns its last lines, and the exit code */
async function runScript(files: Record<string, string>) {
  const testFolder = mkdtempSync(join(folder, "run-"));
  for (const [name, source] of Object.entries(files))
    await Bun.write(join(testFolder, `own/${name}.test.ts`), `import { afterAll, test } from "bun:test"; ${source}`);
  await Bun.write(join(testFolder, "other.test.ts"), `import { test } from "bun:test"; test("a", () => {});`);
  const script = `
    import { finish, runTests } from ${JSON.stringify(join(import.meta.dir, "run-tests.ts"))};
    process.env["CHOSEN"] = "browser";
    finish([await runTests("Own", { in: ["own"], parallel: 2 })]);`;
  await Bun.write(join(testFolder, "script.ts"), script);
  const child = Bun.spawn([process.execPath, "script.ts"], { cwd: testFolder, stdio: ["ignore", "pipe", "ignore"] });
  const lines = (await new Response(child.stdout).text()).trim().split("\n");
  return {
    exitCode: await child.exited,
    total: lines.at(-1),
    flaky: lines.filter((line) => line.startsWith("Flaky: ")),
    tries: lines.filter((line) => line.startsWith("── ")),
    end: lines.slice(lines.findLastIndex((line) => line.startsWith("── "))).join("\n"),
  };
}

const formatFlaky = (name: string) => `Flaky: own/${name}.test.ts failed at first and passed alone`;

test("counts and names a file that passes on its second try", async () => {
  expect(await runScript({ green, firstRed: failsAtFirst, firstUnloaded: failsToLoadAtFirst })).toMatchObject({
    exitCode: 0,
    total: "6 passed, 0 failed",
    flaky: [formatFlaky("firstRed"), formatFlaky("firstUnloaded")],
    tries: ["── Own", "── Own, second try of own/firstRed.test.ts", "── Own, second try of own/firstUnloaded.test.ts"],
  });
});

test("passes the runner's settings on to the tests", async () => {
  const settingTest = `test("a", () => { if (Bun.env["CHOSEN"] !== "browser") throw new Error("not chosen"); });`;
  expect(await runScript({ chosen: settingTest })).toMatchObject({ exitCode: 0, total: "1 passed, 0 failed" });
});

test("fails for a file that fails twice", async () => {
  expect(await runScript({ green, firstRed: failsAtFirst, red: failingTest })).toMatchObject({
    exitCode: 1,
    total: "5 passed, 1 failed",
    flaky: [formatFlaky("firstRed")],
  });
  expect(await runScript({ green, failsAfterwards })).toMatchObject({ exitCode: 1, total: "3 passed, 1 failed" });
  expect(await runScript({ green, unloaded: `throw new Error("never loaded");` })).toMatchObject({
    exitCode: 1,
    total: "2 passed, 1 failed",
    flaky: [],
  });
});

test("prints last what a file printed when it last failed", async () => {
  const { end } = await runScript({ green, firstRed: failsAtFirst, red: failingTest });
  const [, firstOutput, secondOutput] = end.split(/^What own\/\w+\.test\.ts printed when it failed:$/m);
  expect(firstOutput).toContain("error: at first");
  expect(secondOutput).toContain("error: always");
});

test("fails for a file without a test, and a run without files", async () => {
  expect(await runScript({ green, empty: "" })).toMatchObject({ exitCode: 1, total: "2 passed, 1 failed" });
  expect(await runScript({})).toMatchObject({ exitCode: 1, total: "0 passed, 1 failed" });
});

test("retries every failed file, however many there are", async () => {
  const files = { green, firstRed: failsAtFirst, second: failsAtFirst, third: failsAtFirst, fourth: failsAtFirst };
  const { exitCode, total, flaky, tries } = await runScript(files);
  expect([exitCode, total]).toEqual([0, "10 passed, 0 failed"]);
  expect([flaky.length, tries.length]).toEqual([4, 5]);
});
