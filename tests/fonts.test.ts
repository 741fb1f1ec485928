import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";

const FILE = /@fontsource[\w-]*\/[\w-]+\/files\/[\w-]+\.woff2/g;
const SOURCES = ["src/web/app/app.css", "src/web/reading/view/fonts.ts"];
const read = (path: string) => readFileSync(path, "utf8");

test.each(SOURCES)("%s has the letters of more languages of each font, in the package's range", (source) => {
  const text = read(source);
  const files = [...new Set(text.match(FILE))];
  expect(files.length).toBeGreaterThan(3);
  const extOf = (file: string) => file.replace("-latin-", "-latin-ext-");
  const offered = files.filter((file) => !file.includes("-ext-") && existsSync(`node_modules/${extOf(file)}`));
  expect(offered.length).toBeGreaterThan(1);
  expect(offered.filter((file) => !files.includes(extOf(file)))).toEqual([]);
  for (const file of offered) {
    const [name = "", kind = ""] = extOf(file).split("/files/");
    const packaged = read(`node_modules/${name}/${kind.includes("italic") ? "wght-italic" : "wght"}.css`);
    const [, range = ""] = /latin-ext[^}]*unicode-range: ([^;]+);/.exec(packaged) ?? [];
    expect(range).toStartWith("U+0100");
    expect(text.replaceAll(/,\s+/g, ",")).toContain(range);
  }
});

test("the letters' faces come before the fonts, of which a browser tries the last first", () => {
  const faces = Array.from(read("src/web/app/app.css").matchAll(/@font-face \{[^}]*woff2[^}]*\}/g), ([face]) => face);
  expect(faces.map((face) => face.includes("unicode-range"))).toEqual([true, true, false, false]);
});
