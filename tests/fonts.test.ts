import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";

const FONT_FILE = /@fontsource[\w-]*\/[\w-]+\/files\/[\w-]+\.woff2/g;
const SOURCES = ["src/web/app/app.css", "src/web/lib/reader-fonts.ts"];
const readText = (path: string) => readFileSync(path, "utf8");

/** The subsets of letters in the font packages. */
const SUBSETS = ["cyrillic-ext", "cyrillic", "greek-ext", "greek", "vietnamese", "latin-ext"];

test.each(SOURCES)("%s has the letters of more languages in its ranges", (source) => {
  const text = readText(source);
  const packageRanges = /from "(.+unicode\.json)"/.exec(text)?.[1];
  const ranges = text + (packageRanges ? readText(`node_modules/${packageRanges}`) : "");
  const files = [...new Set(text.match(FONT_FILE))];
  const mainFiles = files.filter((file) => !SUBSETS.some((subset) => file.includes(`-${subset}-`)));
  const subsetFiles = mainFiles.flatMap((file) =>
    SUBSETS.map((subset) => ({ file: file.replace("-latin-", `-${subset}-`), subset })).filter(({ file: one }) =>
      existsSync(`node_modules/${one}`),
    ),
  );
  expect(subsetFiles.length).toBeGreaterThan(2);
  expect(subsetFiles.map(({ file }) => file).filter((file) => !files.includes(file))).toEqual([]);
  for (const { file, subset } of subsetFiles) {
    const [name = "", kind = ""] = file.split("/files/");
    const packageCss = readText(`node_modules/${name}/${kind.includes("italic") ? "wght-italic" : "wght"}.css`);
    const [, range = ""] = new RegExp(`-${subset}-[^}]*unicode-range: ([^;]+);`).exec(packageCss) ?? [];
    expect(range).toStartWith("U+");
    expect(ranges.replaceAll(/,\s+/g, ",")).toContain(range);
  }
});

test("declares the letters' faces before the fonts, the last first", () => {
  const faces = Array.from(
    readText("src/web/app/app.css").matchAll(/@font-face \{[^}]*woff2[^}]*\}/g),
    ([face]) => face,
  );
  expect(faces.map((face) => face.includes("unicode-range"))).toEqual([true, true, true, false, false]);
});
