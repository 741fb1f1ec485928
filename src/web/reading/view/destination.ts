import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { sectionAtFraction } from "#web/reading/chapters.ts";

import { findRange, readLocator } from "./locator.ts";
import type { TextMap } from "./text-map.ts";

export type Destination =
  | { kind: "position"; fraction: number; locator: string | null }
  | { kind: "section"; section: number; fragment: string | null }
  | { kind: "text"; section: number; at: number };

/**
 * Turning pages, jumping, following the audiobook, following a voice that counts as reading, or a new layout of the
 * same position.
 */
export type Move = "turn" | "jump" | "follow" | "aloud" | "layout";

type Target = { index: number; anchor: (doc: Document) => number | Range | Element };

export function targetOf(destination: Destination, contents: Contents, maps: WeakMap<Document, TextMap>): Target {
  if (destination.kind === "section") {
    const { section, fragment } = destination;
    return { index: section, anchor: (doc) => (fragment === null ? null : findFragment(doc, fragment)) ?? 0 };
  }
  if (destination.kind === "text") {
    const { section, at } = destination;
    return { index: section, anchor: (doc) => (at === 0 ? 0 : (maps.get(doc)?.rangeAt(at) ?? 0)) };
  }
  const { version, sections, length } = contents;
  const locator = readLocator(destination.locator);
  const starts = sectionOffsets(sections);
  const isSame = locator?.version === version && sections[locator.section] !== undefined;
  const at = destination.fraction * length;
  const index = isSame ? locator.section : sectionOfPosition(contents, destination.fraction);
  const expectedOffset = Math.max(0, Math.round(at - (starts[index] ?? 0)));
  const anchor = (doc: Document) => {
    const map = maps.get(doc);
    return !map || (expectedOffset === 0 && !locator)
      ? 0
      : findRange(doc, map, { locator, version, near: expectedOffset });
  };
  return { index, anchor };
}

function findFragment(doc: Document, id: string): Element | null {
  return doc.getElementById(id) ?? doc.querySelector(`[name="${CSS.escape(id)}"]`);
}

function sectionOfPosition(contents: Contents, fraction: number): number {
  if (fraction > 0) return sectionAtFraction(contents, fraction, ({ length }) => length > 0);
  return Math.max(
    0,
    contents.sections.findIndex(({ linear }) => linear),
  );
}
