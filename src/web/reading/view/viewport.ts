import { findCover } from "./cover.ts";

/** For a page whose size is unknown, in pixels. */
const USUAL = [600, 800] as const;
/** Pages' heights, beyond which its text would be too small to read. */
const LONGEST = 4;

/** Gives a fixed page without a viewport the size of its only picture, or of its text. */
export function addViewport(doc: Document): void {
  if (doc.documentElement.localName === "svg") return;
  const found = doc.querySelector('meta[name="viewport"]');
  const says = found?.getAttribute("content") ?? "";
  if (/width\s*=\s*[\d.]+/.test(says) && /height\s*=\s*[\d.]+/.test(says)) return;
  const [width, height] = pictureSize(findCover(doc)) ?? textSize(doc);
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

/** A page that flows, as some books have among the others: as long as its text. */
function textSize(doc: Document): readonly [width: number, height: number] {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  if (!frame) return USUAL;
  const { cssText } = frame.style;
  // not laid out yet
  Object.assign(frame.style, { display: "block", width: `${USUAL[0]}px`, height: `${USUAL[1]}px` });
  const { scrollWidth, scrollHeight } = doc.documentElement;
  frame.style.cssText = cssText;
  return [scrollWidth, Math.min(scrollHeight, USUAL[1] * LONGEST)];
}
