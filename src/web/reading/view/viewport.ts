import { findCover } from "./cover.ts";
import { layoutInPages } from "./flowing-page.ts";

const DEFAULT_SIZE = [600, 800] as const;
/** Longer text would be too small to read on one page. */
const HEIGHT_MAX_PAGES = 4;

/** `flows` if the book marks the page as reflowable. */
type Screen = { flows: boolean; width: number; height: number };

/** Gives a fixed-layout page without a viewport the size of its only image, or of its text. */
export function addViewport(doc: Document, screen: Screen): void {
  if (doc.documentElement.localName === "svg") return;
  const viewportMeta = doc.querySelector('meta[name="viewport"]');
  const content = viewportMeta?.getAttribute("content") ?? "";
  if (!screen.flows && /width\s*=\s*[\d.]+/.test(content) && /height\s*=\s*[\d.]+/.test(content)) return;
  const [width, height] = imageSize(findCover(doc)) ?? textSize(doc, screen);
  const meta = viewportMeta ?? doc.createElement("meta");
  meta.setAttribute("name", "viewport");
  meta.setAttribute("content", `width=${width},height=${height}`);
  if (!viewportMeta) doc.head.append(meta);
}

function imageSize(image: Element | null): readonly [width: number, height: number] | null {
  if (image?.localName === "svg") {
    const { width, height } = (image as SVGSVGElement).viewBox.baseVal;
    if (width <= 0 || height <= 0) return null;
    // Without these the drawing may exceed the page.
    for (const [dimension, size] of Object.entries({ width, height })) image.setAttribute(dimension, String(size));
    return [width, height];
  }
  const { naturalWidth = 0, naturalHeight = 0 } = (image ?? {}) as Partial<HTMLImageElement>;
  return naturalWidth > 0 ? [naturalWidth, naturalHeight] : null;
}

/** Some fixed-layout books contain reflowable pages. */
function textSize(doc: Document, screen: Screen): readonly [width: number, height: number] {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  if (!frame) return DEFAULT_SIZE;
  const { cssText } = frame.style;
  const setFrameSize = ([width, height]: readonly [number, number]) =>
    Object.assign(frame.style, { display: "block", width: `${width}px`, height: `${height}px` });
  try {
    setFrameSize(DEFAULT_SIZE);
    const { scrollWidth, scrollHeight } = doc.documentElement;
    const isText = scrollWidth <= DEFAULT_SIZE[0] && scrollHeight > DEFAULT_SIZE[1];
    const page = flowingPageSize(screen);
    if (screen.flows || isText) {
      setFrameSize(page);
      if (layoutInPages(doc, page)) return page;
    }
    return [scrollWidth, Math.min(scrollHeight, DEFAULT_SIZE[1] * HEIGHT_MAX_PAGES)];
  } finally {
    frame.style.cssText = cssText;
  }
}

/** On phones as large as the screen, so that type isn't scaled. */
function flowingPageSize({ width, height }: Screen): readonly [width: number, height: number] {
  if (height <= width) return DEFAULT_SIZE;
  const pageWidth = Math.min(DEFAULT_SIZE[0], width);
  return [pageWidth, Math.round((pageWidth * height) / width)];
}
