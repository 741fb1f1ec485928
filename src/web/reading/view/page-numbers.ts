import type { Paginator } from "foliate-js/paginator.js";

import type { TextMap } from "./text-map.ts";

export type PageNumber = { number: number; total: number };

/** The page within a part of a section, in code points; the part may extend beyond the section. */
export function pageNumber(
  element: Paginator,
  { doc, map, length }: { doc: Document; map: TextMap; length: number },
  from: number,
  end: number,
): PageNumber | null {
  if (element.scrolled) return null;
  const lastPage = Math.max(1, element.pages - 2);
  const pageAt = (count: number) => {
    const box = map.rangeAt(count).getBoundingClientRect();
    const { writingMode } = getComputedStyle(doc.body);
    const isRightToLeft = element.getAttribute("dir") === "rtl";
    const before = isRightToLeft ? lastPage * element.size - box.right : box.left;
    const page = Math.floor((writingMode.startsWith("vertical") ? box.top : before) / element.size) + 1;
    return Math.min(lastPage, Math.max(1, page));
  };
  const firstPage = from <= 0 ? 1 : pageAt(from);
  const endPage = end >= length ? lastPage : pageAt(end - 1);
  const number = element.page - firstPage + 1;
  return { number, total: Math.max(number, endPage - firstPage + 1) };
}
