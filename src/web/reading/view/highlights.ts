import { Overlayer } from "foliate-js/overlayer.js";

import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import type { ListedBookmark } from "#web/listening/use-bookmarks.ts";

import { findRange, readLocator } from "./locator.ts";
import type { TextMap } from "./text-map.ts";

type ShownSection = { doc: Document; section: number; map: TextMap };

export function createHighlights({ version, sections, length }: Contents) {
  const starts = sectionOffsets(sections);
  let bookmarks: readonly ListedBookmark[] = [];
  let layer: Overlayer | null = null;
  let shownSection: ShownSection | null = null;
  let drawnKeys: string[] = [];

  function draw(): void {
    if (!layer || !shownSection) return;
    for (const key of drawnKeys) layer.remove(key);
    drawnKeys = [];
    for (const bookmark of bookmarks) {
      const range = bookmark.quote === "" ? null : rangeOf(bookmark, shownSection);
      if (!range) continue;
      const { key } = bookmark;
      layer.add(key, range, Overlayer.highlight, { color: "var(--gold)" });
      drawnKeys.push(key);
    }
  }

  function rangeOf({ fraction, locator, quote }: ListedBookmark, { doc, section, map }: ShownSection): Range | null {
    const locatorData = readLocator(locator);
    const expectedOffset = Math.round((fraction ?? 0) * length) - (starts[section] ?? 0);
    const isInSection =
      locatorData?.version === version
        ? locatorData.section === section
        : expectedOffset >= 0 && expectedOffset < map.text().length;
    if (!isInSection || fraction === null) return null;
    const range = findRange(doc, map, { locator: locatorData, version, near: expectedOffset });
    if (!range.collapsed && range.toString().trim() !== "" && locatorData?.version === version) return range;
    const from = map.countBefore(range.startContainer, range.startOffset);
    return map.rangeAt(from, [...quote].length);
  }

  return {
    show(next: readonly ListedBookmark[]): void {
      bookmarks = next;
      draw();
    },
    attach(section: ShownSection, overlayer: Overlayer): void {
      shownSection = section;
      layer = overlayer;
      drawnKeys = [];
      draw();
    },
    bookmarkAt(point: { x: number; y: number }): ListedBookmark | null {
      const [key] = layer?.hitTest(point) ?? [];
      return bookmarks.find((bookmark) => bookmark.key === key) ?? null;
    },
  };
}
