import { fitHeadings } from "./fit-headings.ts";

type PageBox = { width: number; height: number };

/** Fewer characters beside a float can't be read: 12, and a word that may no longer fit. */
const MIN_CHARACTERS_BESIDE_FLOAT = 18;
const CHARACTER_WIDTH_FRACTION = 0.55;
const BLOCK_SELECTOR = "div, figure, section, aside, blockquote, pre, dl, ul, ol, p[style]";
const UNWRAPPABLE = "table, math, pre";
/** Opens enlarged on a tap, as images do. */
export const LARGE_PARTS = `${UNWRAPPABLE}, svg`;
const IMAGE_SELECTOR = "img, svg, video, canvas";

export function fitToPage(doc: Document, box: PageBox): void {
  const root = doc.documentElement.style;
  // The server replaces `vw` and `vh` with these (`clean-css.ts`).
  root.setProperty("--page-width", `${box.width}px`);
  root.setProperty("--page-height", `${box.height}px`);
  unwrapOverflowBoxes(doc, box);
  fitImages(doc, box);
  clearNarrowFloats(doc);
  fitBlocks(doc, box);
  widenLines(doc);
  fitHeadings(doc);
  shrinkBlocks(doc, box);
}

export const isShrunk = (element: Element): boolean => element.hasAttribute("data-shrunk");

/** A box with its own overflow or position can't break over pages, so anything past its first page would be cut. */
function unwrapOverflowBoxes(doc: Document, { width, height }: PageBox): void {
  const blocks = [...doc.body.querySelectorAll<HTMLElement>(`${BLOCK_SELECTOR}, article, main, header, footer`)];
  const positionedBlocks = blocks.filter((one) => {
    if (!/^(?:absolute|fixed)$/.test(getComputedStyle(one).position)) return false;
    return (one.offsetWidth > width || one.offsetHeight > height) && one.textContent.trim() !== "";
  });
  for (const one of positionedBlocks) overrideStyles(one, { position: "static", width: "auto", height: "auto" });
  const clippedBlocks = blocks.filter((one) => getComputedStyle(one).overflow !== "visible");
  for (const one of clippedBlocks) {
    if (getComputedStyle(one).display === "block") overrideStyles(one, { display: "flow-root" });
    overrideStyles(one, { overflow: "visible" });
  }
}

function fitImages(doc: Document, { width }: PageBox): void {
  for (const image of doc.body.querySelectorAll<HTMLElement | SVGSVGElement>(IMAGE_SELECTOR)) {
    if (image.parentElement?.closest("svg")) continue;
    if (image.localName === "svg") scaleDrawing(image as SVGSVGElement);
    const maxWidth = getComputedStyle(image).maxWidth;
    const isPixels = /^[\d.]+px$/.test(maxWidth);
    if (!isPixels || parseFloat(maxWidth) > width) overrideStyles(image, { "max-width": `min(100%, ${width}px)` });
    overrideStyles(image, { "min-width": "0" });
  }
}

/** A drawing without a viewBox is cut instead of scaled. */
function scaleDrawing(drawing: SVGSVGElement): void {
  const [width, height] = [drawing.getAttribute("width"), drawing.getAttribute("height")].map((size) =>
    /^[\d.]+(?:px)?$/.test(size ?? "") ? parseFloat(size ?? "") : 0,
  );
  if (!width || !height) return;
  if (!drawing.hasAttribute("viewBox")) drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  overrideStyles(drawing, { height: "auto" });
}

function clearNarrowFloats(doc: Document): void {
  const floats = new Set<HTMLElement>();
  for (const part of doc.body.querySelectorAll<HTMLElement>(`${IMAGE_SELECTOR}, figure, table, aside`))
    for (let node: HTMLElement | null = part; node && node !== doc.body; node = node.parentElement) {
      if (node.dataset["float"] !== undefined) delete node.dataset["float"];
      if (getComputedStyle(node).float !== "none") floats.add(node);
    }
  const narrowFloats = [...floats].filter((float) => {
    const { marginLeft, marginRight } = getComputedStyle(float);
    const space =
      firstWidth(float.parentElement) - firstWidth(float) - parseFloat(marginLeft) - parseFloat(marginRight);
    const letter = parseFloat(getComputedStyle(float.parentElement ?? float).fontSize) * CHARACTER_WIDTH_FRACTION;
    return space < MIN_CHARACTERS_BESIDE_FLOAT * letter;
  });
  for (const float of narrowFloats) float.dataset["float"] = "ended";
}

function fitBlocks(doc: Document, { width }: PageBox): void {
  const wideBlocks = [...doc.body.querySelectorAll<HTMLElement>(BLOCK_SELECTOR)].filter(
    (block) => firstWidth(block) > width + 1,
  );
  for (const block of wideBlocks)
    overrideStyles(block, { "max-width": "100%", "min-width": "0", "box-sizing": "border-box" });
}

/** Deeply nested lists would leave one letter per line. Notes in them are tables with a column of numbers. */
function widenLines(doc: Document): void {
  const narrowLines = [...doc.body.querySelectorAll<HTMLElement>("li, p, dd, table")].filter((one) => {
    const letter = parseFloat(getComputedStyle(one).fontSize) * CHARACTER_WIDTH_FRACTION;
    const [width, minimum] = one.matches("table")
      ? [firstWidth(one.parentElement), 2 * MIN_CHARACTERS_BESIDE_FLOAT]
      : [firstWidth(one), MIN_CHARACTERS_BESIDE_FLOAT];
    return width > 0 && width < minimum * letter && !one.parentElement?.closest("table, figure, [data-float]");
  });
  for (const line of narrowLines)
    for (let at: HTMLElement | null = line.parentElement; at && at !== doc.body; at = at.parentElement)
      overrideStyles(at, { "margin-inline": "0", "padding-inline": /^[ou]l$/.test(at.localName) ? "1em 0" : "0" });
}

/** Shrinks blocks that can't wrap. They can still continue on the next page. */
function shrinkBlocks(doc: Document, { width }: PageBox): void {
  const unwrappableBlocks = [...doc.body.querySelectorAll<HTMLElement>(UNWRAPPABLE)].filter(
    (one) => !one.parentElement?.closest(UNWRAPPABLE),
  );
  for (const one of unwrappableBlocks.filter(isShrunk)) {
    one.style.removeProperty("zoom");
    one.removeAttribute("data-shrunk");
  }
  const sizes = unwrappableBlocks.map((one) => [one, firstWidth(one), firstWidth(one.parentElement)] as const);
  for (const [one, ownWidth, parentWidth] of sizes) {
    const space = Math.min(width, parentWidth || width);
    if (ownWidth <= space + 1) continue;
    one.style.setProperty("zoom", String(Math.floor((space / ownWidth) * 1000) / 1000));
    one.setAttribute("data-shrunk", "");
  }
}

/** The width in its first column, because the box of an element that breaks over columns spans all of them. */
function firstWidth(element: Element | null): number {
  return element?.getClientRects()[0]?.width ?? 0;
}

export function overrideStyles(element: Element, styles: Record<string, string>): void {
  for (const [name, value] of Object.entries(styles))
    (element as HTMLElement | SVGElement).style.setProperty(name, value, "important");
}
