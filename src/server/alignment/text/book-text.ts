import { type PackIndex, readMarkup } from "#server/epub/pack.ts";

import { readSectionText, type SectionText } from "./section-text.ts";

type ShownBook = Exclude<PackIndex, { fault: string }>;

/** The visible text of each section of a prepared eBook; empty for what can't be shown. */
export async function readBookText(index: ShownBook, packPath: string): Promise<SectionText[]> {
  const parts = new Map(index.parts);
  const texts: SectionText[] = [];
  for (const { href } of index.contents.sections)
    texts.push(readSectionText(await readMarkup(packPath, parts.get(href)), href));
  return texts;
}

/** Turns places in UTF-16 units into code points. */
export function codePointsOf(text: string): (unit: number) => number {
  if (!/[\uD800-\uDBFF]/.test(text)) return (unit) => unit;
  const points = new Uint32Array(text.length + 1);
  for (let unit = 0; unit < text.length; unit += 1)
    points[unit + 1] = (points[unit] ?? 0) + ((text.charCodeAt(unit) & 0xfc00) === 0xdc00 ? 0 : 1);
  return (unit) => points[Math.min(unit, text.length)] ?? 0;
}
