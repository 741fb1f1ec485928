import { overrideStyles } from "./fit-to-page.ts";

const IMAGE_SELECTOR = "img, svg, video, canvas";
const RESET_STYLES = { position: "static", float: "none", margin: "0", padding: "0" };
const CENTERED_STYLES = { display: "flex", "align-items": "center", "justify-content": "center" };
const ANCESTOR_STYLES = {
  ...RESET_STYLES,
  ...CENTERED_STYLES,
  width: "100%",
  height: "100%",
  "max-width": "none",
  transform: "none",
};
/** Smaller images are ornaments. */
const LARGE_IMAGE_PX = 300;

/** The only image of a file without text, such as a cover. */
export function findCover(doc: Document): HTMLElement | SVGSVGElement | null {
  const images = [...doc.body.querySelectorAll<HTMLElement | SVGSVGElement>(IMAGE_SELECTOR)];
  const [cover, ...otherImages] = images.filter((image) => !image.parentElement?.closest("svg"));
  return cover && otherImages.length === 0 && !hasText(doc) ? cover : null;
}

export function showCover(doc: Document, cover: HTMLElement | SVGSVGElement): void {
  doc.documentElement.dataset["cover"] = "";
  for (let ancestor: Element | null = cover; ancestor && ancestor !== doc.body; ancestor = ancestor.parentElement) {
    for (const sibling of ancestor.parentElement?.children ?? [])
      if (sibling !== ancestor) overrideStyles(sibling, { display: "none" });
    // Not `display: contents`, because the page is measured by its boxes.
    if (ancestor !== cover) overrideStyles(ancestor, ANCESTOR_STYLES);
  }
  const isImage = cover.localName === "img";
  // The text of a drawing has to fit into it at any font size of the reader.
  overrideStyles(doc.body, { font: "16px Georgia, serif" });
  if (cover.getAttribute("preserveAspectRatio") === "none") cover.removeAttribute("preserveAspectRatio");
  const size = !isImage || (cover as HTMLImageElement).naturalWidth >= LARGE_IMAGE_PX ? "100%" : "auto";
  overrideStyles(cover, { ...RESET_STYLES, width: size, height: size });
}

export function fitCover(cover: Element): void {
  overrideStyles(cover.ownerDocument.documentElement, { "column-width": "auto" });
  overrideStyles(cover, { "max-width": "100%", "max-height": "100%" });
}

function hasText(doc: Document): boolean {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue?.trim() && !node.parentElement?.closest("svg, style, script, title")) return true;
  return false;
}
