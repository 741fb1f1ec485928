import { expect, test } from "bun:test";

import { SaxesParser } from "saxes";

import { ART_FOLDER, readDrawing } from "./drawn.ts";
import { FAVICON, images } from "./images.ts";

const rasters = Object.values(images).flatMap((image) => (image.kind === "ico" ? image.layers : [image]));
const drawings = [...new Set(rasters.map(({ drawing }) => drawing))];

/** Throws unless the text is well-formed XML. @returns reasons why the drawing could look different elsewhere */
function findIssues(svg: string): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  const referencedIds = new Set<string>();
  const parser = new SaxesParser({});
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (/^(?:script|image|style|foreignObject|text)$/.test(name)) problems.push(`<${name}>`);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "id" && ids.has(value)) problems.push(`two of ${value}`);
      if (key === "id") ids.add(value);
      if (key.startsWith("on") || /^(?:https?|data):/.test(value) !== (key === "xmlns"))
        problems.push(`${key}=${value}`);
      const target = /^url\(#(.+)\)$/.exec(value)?.[1] ?? (key.endsWith("href") ? value.replace(/^#/, "") : undefined);
      if (target !== undefined) referencedIds.add(target);
    }
  });
  parser.write(svg).close();
  return [...problems, ...[...referencedIds].filter((id) => !ids.has(id)).map((id) => `no ${id}`)];
}

test.each(drawings)("%s opens in any drawing program, without other files", (path) => {
  const svg = readDrawing(path);
  expect(svg).toContain("<title>");
  expect(findIssues(svg)).toEqual([]);
});

test("reports what a drawing must not contain", () => {
  const problemsOf = (svgContent: string) => findIssues(`<svg xmlns="http://www.w3.org/2000/svg">${svgContent}</svg>`);
  expect(problemsOf('<g id="mouse" fill="url(#fur)"/><use href="#ear"/>')).toEqual(["no fur", "no ear"]);
  expect(problemsOf('<g id="mouse"/><g id="mouse"/><script/>')).toEqual(["two of mouse", "<script>"]);
  expect(problemsOf('<use href="https://example.org/a.svg#mouse"/>')).toHaveLength(2);
  expect(() => problemsOf("<g>")).toThrow();
});

test("renders every drawing in this folder", () => {
  const drawingPaths = [...new Bun.Glob("**/*.svg").scanSync(ART_FOLDER)].map((path) => path.replaceAll("\\", "/"));
  expect([...drawingPaths, `../src/web/${FAVICON}`].toSorted()).toEqual(drawings.toSorted());
});
