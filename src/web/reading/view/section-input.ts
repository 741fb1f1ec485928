import { isShrunk, LARGE_PARTS } from "./fit-to-page.ts";
import { resolveLink } from "./links.ts";
import { handleTap, isInThumbZone, isPageTurnTap, type TapInput } from "./taps.ts";

export type SectionInput = TapInput & {
  href: string;
  onLink: (link: { path: string; fragment: string | null; element: Element }) => void;
  onExternalLink: (href: string) => void;
  cover: Element | null;
  onImage: (image: { src: string; alt: string }) => void;
  /** The index among the matches of `LARGE_PARTS`. */
  onPart: (index: number) => void;
  onHighlight: (point: { x: number; y: number }) => boolean;
  onText: (point: { x: number; y: number }) => boolean;
  onSelect: (range: Range | null) => void;
  onKey: (event: KeyboardEvent) => void;
};

const WHEEL_PAUSE_MS = 250;

export function addSectionListeners(doc: Document, input: SectionInput): void {
  doc.addEventListener("click", (event) => onClick(doc, event, input));
  for (const image of doc.images) if (image.alt !== "" && !image.closest("a")) image.tabIndex = 0;
  doc.addEventListener("keydown", ({ key, target }) => {
    const image = key === "Enter" ? (target as Element).closest("img") : null;
    if (image) showImage(doc, image, input);
  });
  doc.addEventListener("keydown", input.onKey);
  const reportSelection = () => {
    const selection = doc.getSelection();
    const isEmpty = !selection || selection.isCollapsed || selection.toString().trim() === "";
    input.onSelect(isEmpty ? null : selection.getRangeAt(0).cloneRange());
  };
  doc.addEventListener("pointerup", () => setTimeout(reportSelection));
  doc.addEventListener("touchend", () => setTimeout(reportSelection));
  doc.addEventListener("keyup", ({ key }) => key === "Shift" && reportSelection());
  doc.addEventListener("selectionchange", () => {
    if (doc.getSelection()?.isCollapsed) input.onSelect(null);
  });
  let wheeledAt = 0;
  // WebKit on Linux sends both for a finger.
  doc.addEventListener("touchmove", ({ timeStamp }) => void (wheeledAt = timeStamp), { passive: true });
  doc.addEventListener(
    "wheel",
    ({ deltaX, deltaY, timeStamp, ctrlKey }) => {
      // A pinch on a trackpad sets `ctrlKey`.
      if (ctrlKey || input.isScrolled() || timeStamp - wheeledAt < WHEEL_PAUSE_MS) return;
      wheeledAt = timeStamp;
      const delta = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
      if (delta !== 0) input.turn(delta > 0 ? "next" : "previous");
    },
    { passive: true },
  );
}

function onClick(doc: Document, event: MouseEvent, input: SectionInput): void {
  if (event.defaultPrevented) return;
  const isSelecting = !doc.getSelection()?.isCollapsed;
  const target = event.target as Element | null;
  const link = target?.closest("a");
  if (link && getHref(link) !== null) {
    // By default, the browser would leave the book.
    event.preventDefault();
    if (!isSelecting) followLink(link, input);
    return;
  }
  if (isSelecting) return;
  const x = screenX(doc, event.clientX);
  if (target && !input.cover && !isInThumbZone(x) && showEnlarged(doc, target, input)) return;
  const point = { x: event.clientX, y: event.clientY };
  if (input.onHighlight(point) || (!isPageTurnTap(x, input) && input.onText(point))) return;
  handleTap(x, input);
}

/** The frame of a fixed-layout page is scaled. */
function screenX(doc: Document, x: number): number {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  if (!frame) return x;
  const { left, width } = frame.getBoundingClientRect();
  return left + x * (width / Math.max(1, frame.offsetWidth));
}

function showEnlarged(doc: Document, target: Element, input: SectionInput): boolean {
  const image = target.closest("img, image");
  if (image && showImage(doc, image, input)) return true;
  const parts = [...doc.querySelectorAll(LARGE_PARTS)];
  const index = parts.findIndex((part) => part.contains(target) && (part.localName === "svg" || isShrunk(part)));
  if (index >= 0) input.onPart(index);
  return index >= 0;
}

function followLink(link: Element, { href, onLink, onExternalLink }: SectionInput): void {
  const target = resolveLink(href, getHref(link) ?? "");
  if (target?.kind === "inside") onLink({ path: target.path, fragment: target.fragment, element: link });
  if (target?.kind === "outside") onExternalLink(target.href);
}

/** SVG links may use `xlink:href`. */
function getHref(element: Element): string | null {
  return element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href");
}

function showImage(doc: Document, image: Element, { onImage }: SectionInput): boolean {
  const src = findImageUrl(doc, image);
  if (src) onImage({ src, alt: image.getAttribute("alt") ?? "" });
  return src !== null;
}

function findImageUrl(doc: Document, image: Element): string | null {
  const imageUrl = image.getAttribute("src") ?? getHref(image);
  if (!imageUrl) return null;
  const { href, origin } = new URL(imageUrl, doc.baseURI);
  return origin === location.origin || href.startsWith("data:image/") ? href : null;
}
