import { expect, test } from "bun:test";

import { readModules } from "./support/modules.ts";

/** Lines that wire a noun into the product, outside of the files that are named for it: at most so many. */
const COST_MAX = 5;
/** Files that show a wine's name among other things, and don't list nouns. */
const USES = /shelf|home\/after-meeting|features\/design/;
/** `"wines"`, `"GET /api/wines"`, `"wine-changed"`, `WINE_…`, `createWineStore`, `WinesPage`, `wines:`; no color. */
const NAMED =
  /["'`](?:GET )?[\w/]*\bwines?(?:-(?:changed|removed))?["'`]|\bWINE_[A-Z]|[a-z]Wines?(?:[A-Z]|\b)|\bwines?(?:[A-Z]\w*|: \()|\bWines?(?!Ring)[A-Z]/;

const modules = await readModules(["src/**/*.{ts,tsx}"]);

function linesNaming(named: RegExp): string[] {
  const others = modules.filter(({ path }) => !/wine|\.test\.|web\/images/.test(path) && !USES.test(path));
  return others.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line) => (named.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );
}

test("a noun such as wines is wired in by few lines outside of its own files (decision 0027)", () => {
  const lines = linesNaming(NAMED);
  expect(lines.filter((line) => /app\.ts|stores\.ts|member-pages/.test(line)).length).toBeGreaterThan(4);
  expect(lines.length, lines.join("\n")).toBeLessThanOrEqual(COST_MAX);
});
