import { expect, test } from "bun:test";

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
