import type { Paginator } from "foliate-js/paginator.js";

import type { TextMap } from "./text-map.ts";

/** From 1. */
export type PageNumber = { number: number; of: number };

/**
 * The shown page's number in the part of a section between two counts of code points, which may lie outside it. Null
 * while scrolling.
 */
export function pageNumber(
  element: Paginator,
  { doc, map, length }: { doc: Document; map: TextMap; length: number },
  from: number,
  until: number,
): PageNumber | null {
  if (element.scrolled) return null;
  const last = Math.max(1, element.pages - 2);
  const pageAt = (count: number) => {
    const box = map.rangeAt(count).getBoundingClientRect();
    const { writingMode } = getComputedStyle(doc.body);
    const isRightToLeft = element.getAttribute("dir") === "rtl";
    const before = isRightToLeft ? last * element.size - box.right : box.left;
    const page = Math.floor((writingMode.startsWith("vertical") ? box.top : before) / element.size) + 1;
    return Math.min(last, Math.max(1, page));
  };
  const first = from <= 0 ? 1 : pageAt(from);
  const end = until >= length ? last : pageAt(until - 1);
  const number = element.page - first + 1;
  return { number, of: Math.max(number, end - first + 1) };
}
