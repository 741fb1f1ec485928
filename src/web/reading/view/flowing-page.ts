import { fitToPage, overrideStyles } from "./fit-to-page.ts";
import type { Direction } from "./page-turns.ts";

const MARGIN_PX = 40;

/** Returns false if an element has a fixed size and would be cut. */
export function layoutInPages(doc: Document, [width, height]: readonly [width: number, height: number]): boolean {
  const { body, documentElement: root } = doc;
  const previousStyles = [root.style.cssText, body.style.cssText] as const;
  const box = { width: width - 2 * MARGIN_PX, height: height - 2 * MARGIN_PX };
  overrideStyles(root, { margin: "0", padding: `${MARGIN_PX}px`, overflow: "hidden" });
  overrideStyles(body, { width: `${box.width}px`, height: `${box.height}px`, "min-width": "0", "max-width": "none" });
  overrideStyles(body, {
    "column-count": "1",
    "column-gap": `${MARGIN_PX}px`,
    "column-fill": "auto",
    overflow: "hidden",
  });
  overrideStyles(body, { display: "block", position: "static", margin: "0", padding: "0" });
  fitToPage(doc, box);
  for (const image of body.querySelectorAll("img, svg")) overrideStyles(image, { "max-height": `${box.height}px` });
  const isClipped = isVertical(body) ? body.scrollWidth > box.width + 1 : body.scrollHeight > box.height + 1;
  if (isClipped) [root.style.cssText, body.style.cssText] = previousStyles;
  else root.dataset["pages"] = "";
  return !isClipped;
}

/** Returns false at the last page. */
export function turnWithinPage(docs: readonly Document[], direction: Direction): boolean {
  return docs.filter(isInPages).some(({ body }) => {
    const { scrollLeft, scrollTop } = body;
    const sign = direction === "next" ? 1 : -1;
    if (isVertical(body)) body.scrollBy({ top: sign * (body.clientHeight + MARGIN_PX), behavior: "instant" });
    else body.scrollBy({ left: sign * columnDirection(body) * (body.clientWidth + MARGIN_PX), behavior: "instant" });
    return Math.abs(body.scrollLeft - scrollLeft) > 1 || Math.abs(body.scrollTop - scrollTop) > 1;
  });
}

export function scrollToPageEdge(docs: readonly Document[], edge: "start" | "end"): void {
  for (const { body } of docs.filter(isInPages)) {
    const [left, top] = edge === "end" ? [body.scrollWidth, body.scrollHeight] : [0, 0];
    body.scrollTo({ left: columnDirection(body) * left, top, behavior: "instant" });
  }
}

function isInPages({ documentElement }: Document): boolean {
  return documentElement.dataset["pages"] !== undefined;
}

function isVertical(body: HTMLElement): boolean {
  return getComputedStyle(body).writingMode.startsWith("vertical");
}

function columnDirection(body: HTMLElement): 1 | -1 {
  return getComputedStyle(body).direction === "rtl" ? -1 : 1;
}
