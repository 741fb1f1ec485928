import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";

const FONT_FILE = /@fontsource[\w-]*\/[\w-]+\/files\/[\w-]+\.woff2/g;
const readText = (path: string) => readFileSync(path, "utf8");

/** The subsets of letters in the font packages. */
const SUBSETS = ["cyrillic-ext", "cyrillic", "greek-ext", "greek", "vietnamese", "latin-ext"];

test("the reader has the letters of more languages in its ranges", () => {
  const text = readText("src/web/lib/reader-fonts.ts");
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

test.each(["figtree", "fraunces"])("%s declares the letters' faces before the font, the last first", (font) => {
  const faces = readText(`node_modules/@fontsource-variable/${font}/index.css`).match(/@font-face \{[^}]*\}/g) ?? [];
  expect(faces.map((face) => face.includes("-latin-wght-")).indexOf(true)).toBe(faces.length - 1);
  expect(faces.every((face) => face.includes("unicode-range"))).toBe(true);
  expect(readText("src/web/app/app.css")).toContain(`@import "@fontsource-variable/${font}";`);
});
