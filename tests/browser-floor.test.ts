import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import { findTooNew } from "../scripts/browser-support/check.ts";
import { findTooNewStyles } from "../scripts/browser-support/styles.ts";
import { MIN_BROWSER_VERSIONS } from "../scripts/browser-support/support.ts";

mkdirSync("dist", { recursive: true });
const folder = mkdtempSync(resolve("dist/floor-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("finds functions that the oldest browsers lack", async () => {
  await Bun.write(
    join(folder, "page.ts"),
    `export const { promise } = Promise.withResolvers<void>();
     export const groups = Map.groupBy([1], String);
     export const both = new Set([1]).union(new Set([2]));
     export const url = URL.parse("/", location.href);
     export const answer = Response.json({});
     export const spot = document.caretPositionFromPoint(1, 1);
     export const isSeen = document.body.checkVisibility();
     requestIdleCallback(() => undefined);
     navigator.storage.estimate().catch(() => undefined);
     // supported by all of them
     export const plain = [[1, 2].toSorted(), [1].at(-1), structuredClone({}), AbortSignal.timeout(1), new URL("/")];
     document.fonts.ready.then(() => scrollTo({ top: 0 }));`,
  );
  const file = relative(".", join(folder, "page.ts"));
  const tooNewFunctions = await findTooNew([folder], {});
  const names =
    "caretPositionFromPoint checkVisibility estimate groupBy json parse requestIdleCallback union withResolvers";
  expect(tooNewFunctions.toSorted()).toEqual(names.split(" ").map((name) => `${file}: ${name}`));
  expect(
    await findTooNew([folder], { [file]: ["at", ...tooNewFunctions.map((one) => one.split(": ")[1] ?? "")] }),
  ).toEqual([`${file}: at isn't used, but listed`]);
});

test("finds CSS that the oldest browsers lack", async () => {
  const stylesheetPath = join(folder, "page.css");
  await Bun.write(
    stylesheetPath,
    `.a:user-valid { field-sizing: content; color: red; & .b { text-wrap: pretty } }
     @scope (.c) { p { display: flex } }
     @supports (field-sizing: content) { .d { interpolate-size: allow-keywords } }
     .e { -webkit-user-select: none; user-select: none; --own: 1; position: sticky }
     .f::-webkit-scrollbar, .g\\:hover:focus-visible { display: ruby }`,
  );
  const tooNewStyles = await findTooNewStyles([stylesheetPath], {});
  expect(tooNewStyles.toSorted()).toEqual([":user-valid", "@scope", "display: ruby", "field-sizing", "text-wrap"]);
  expect(
    await findTooNewStyles([stylesheetPath], {
      ...Object.fromEntries(tooNewStyles.map((one) => [one, "fine"])),
      gone: "",
    }),
  ).toEqual(["gone isn't used, but listed"]);
});

test("older browsers' page, README and Help name the versions", async () => {
  const texts = await Promise.all(
    ["src/web/index.html", "README.md", "src/web/help/help-topics.tsx"].map((file) => Bun.file(file).text()),
  );
  for (const text of texts)
    for (const version of [MIN_BROWSER_VERSIONS.safari_ios, MIN_BROWSER_VERSIONS.firefox, MIN_BROWSER_VERSIONS.chrome])
      expect(text).toContain(String(version));
});
