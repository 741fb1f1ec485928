import { expect, test } from "bun:test";
import { existsSync } from "node:fs";

import { createLog } from "./log.ts";

const collectLines = (logFormat: "text" | "json", writeLog: (log: ReturnType<typeof createLog>) => void) => {
  const output: string[] = [];
  writeLog(createLog({ logFormat, logLevel: "info" }, (line) => output.push(line)));
  return output;
};

test("an event is one line, and no value can forge another", () => {
  for (const format of ["text", "json"] as const) {
    const [line, ...otherLines] = collectLines(format, (log) =>
      log.info("request", { path: "/x\n2026 error forged\u2028\u0085\u009B2J", ms: 3 }),
    );
    expect(otherLines).toEqual([]);
    expect(line?.trimEnd()).not.toMatch(/[\n\u2028\u0085\u009B]/);
  }
});

test("events below the level are left out", () => {
  expect(collectLines("text", (log) => log.debug("detail"))).toEqual([]);
});

test("the time is UTC", () => {
  expect(collectLines("text", (log) => log.warn("x"))[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn x\n$/);
});

test.skipIf(!existsSync("/dev/full"))("a line that a full disk refuses is no error to log", async () => {
  const script = `
    const { createLog } = await import("#server/adapters/log.ts");
    const log = createLog({ logFormat: "text", logLevel: "info" });
    let errorCount = 0;
    process.on("uncaughtException", () => {
      errorCount += 1;
      if (errorCount < 100) log.error("uncaught error");
    });
    for (let line = 0; line < 10; line += 1) {
      log.info("line");
      await Bun.sleep(0);
    }
    console.log(errorCount);
    process.exit(0);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: Bun.file("/dev/full") });
  expect([await new Response(child.stdout).text(), await child.exited]).toEqual(["0\n", 0]);
});
