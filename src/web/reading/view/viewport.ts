import { findCover } from "./cover.ts";
import { layInPages } from "./flowing-page.ts";

/** For a page whose size is unknown, in pixels. */
const USUAL = [600, 800] as const;
/** Pages' heights, beyond which its text would be too small to read. */
const LONGEST = 4;

/** Pixels of the screen, and whether the book says that the page flows. */
type Around = { flows: boolean; width: number; height: number };

/**
 * Gives a fixed page without a viewport the size of its only picture, or of its text. Text that is longer than a page
 * flows over several.
 */
export function addViewport(doc: Document, around: Around): void {
  if (doc.documentElement.localName === "svg") return;
  const found = doc.querySelector('meta[name="viewport"]');
  const says = found?.getAttribute("content") ?? "";
  if (!around.flows && /width\s*=\s*[\d.]+/.test(says) && /height\s*=\s*[\d.]+/.test(says)) return;
  const [width, height] = pictureSize(findCover(doc)) ?? textSize(doc, around);
  const meta = found ?? doc.createElement("meta");
  meta.setAttribute("name", "viewport");
  meta.setAttribute("content", `width=${width},height=${height}`);
  if (!found) doc.head.append(meta);
}

function pictureSize(picture: Element | null): readonly [width: number, height: number] | null {
  if (picture?.localName === "svg") {
    const { width, height } = (picture as SVGSVGElement).viewBox.baseVal;
    if (width <= 0 || height <= 0) return null;
    // it may be drawn larger than the page
    for (const [side, size] of Object.entries({ width, height })) picture.setAttribute(side, String(size));
    return [width, height];
  }
  const { naturalWidth = 0, naturalHeight = 0 } = (picture ?? {}) as Partial<HTMLImageElement>;
  return naturalWidth > 0 ? [naturalWidth, naturalHeight] : null;
}

/** A page that flows, as some books have among the others: as large as the screen, or as long as its text. */
function textSize(doc: Document, around: Around): readonly [width: number, height: number] {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  if (!frame) return USUAL;
  const { cssText } = frame.style;
  const lay = ([width, height]: readonly [number, number]) =>
    Object.assign(frame.style, { display: "block", width: `${width}px`, height: `${height}px` });
  try {
    // not laid out yet
    lay(USUAL);
    const { scrollWidth, scrollHeight } = doc.documentElement;
    const isText = scrollWidth <= USUAL[0] && scrollHeight > USUAL[1];
    const page = screenPage(around);
    if (around.flows || isText) {
      lay(page);
      if (layInPages(doc, page)) return page;
    }
    return [scrollWidth, Math.min(scrollHeight, USUAL[1] * LONGEST)];
  } finally {
    frame.style.cssText = cssText;
  }
}

/** As large as a phone's screen, so that type keeps its size. */
function screenPage({ width, height }: Around): readonly [width: number, height: number] {
  if (height <= width) return USUAL;
  const across = Math.min(USUAL[0], width);
  return [across, Math.round((across * height) / width)];
}
