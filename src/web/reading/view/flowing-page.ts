import { fitToPage, override } from "./fit.ts";
import type { Direction } from "./page-turns.ts";

/** Pixels around the text, and between two of its pages. */
const MARGIN = 40;

/**
 * Lays text out in columns as large as the page, side by side in a body that shows one of them.
 * @returns false when something in it has a fixed size, and would be cut
 */
export function layInPages(doc: Document, [width, height]: readonly [width: number, height: number]): boolean {
  const { body, documentElement: root } = doc;
  const before = [root.style.cssText, body.style.cssText] as const;
  const box = { width: width - 2 * MARGIN, height: height - 2 * MARGIN };
  override(root, { margin: "0", padding: `${MARGIN}px`, overflow: "hidden" });
  override(body, { width: `${box.width}px`, height: `${box.height}px`, "min-width": "0", "max-width": "none" });
  override(body, { "column-count": "1", "column-gap": `${MARGIN}px`, "column-fill": "auto", overflow: "hidden" });
  override(body, { display: "block", position: "static", margin: "0", padding: "0" });
  fitToPage(doc, box);
  for (const picture of body.querySelectorAll("img, svg")) override(picture, { "max-height": `${box.height}px` });
  const isCut = isVertical(body) ? body.scrollWidth > box.width + 1 : body.scrollHeight > box.height + 1;
  if (isCut) [root.style.cssText, body.style.cssText] = before;
  else root.dataset["pages"] = "";
  return !isCut;
}

/** Turns a page of the first text that has one more. @returns false when none has */
export function turnWithin(docs: readonly Document[], direction: Direction): boolean {
  return docs.filter(isInPages).some(({ body }) => {
    const { scrollLeft, scrollTop } = body;
    const along = direction === "next" ? 1 : -1;
    if (isVertical(body)) body.scrollBy({ top: along * (body.clientHeight + MARGIN), behavior: "instant" });
    else body.scrollBy({ left: along * sideOf(body) * (body.clientWidth + MARGIN), behavior: "instant" });
    return Math.abs(body.scrollLeft - scrollLeft) > 1 || Math.abs(body.scrollTop - scrollTop) > 1;
  });
}

/** Shows the first or last page of texts. */
export function toPageEdge(docs: readonly Document[], edge: "start" | "end"): void {
  for (const { body } of docs.filter(isInPages)) {
    const [across, down] = edge === "end" ? [body.scrollWidth, body.scrollHeight] : [0, 0];
    body.scrollTo({ left: sideOf(body) * across, top: down, behavior: "instant" });
  }
}

function isInPages({ documentElement }: Document): boolean {
  return documentElement.dataset["pages"] !== undefined;
}

function isVertical(body: HTMLElement): boolean {
  return getComputedStyle(body).writingMode.startsWith("vertical");
}

/** Where the next column is. */
function sideOf(body: HTMLElement): 1 | -1 {
  return getComputedStyle(body).direction === "rtl" ? -1 : 1;
}
