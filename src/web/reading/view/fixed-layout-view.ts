import { FixedLayout } from "foliate-js/fixed-layout.js";

import type { BookView, BookViewParts, ShownPosition } from "./book-view.ts";
import type { Destination, Move } from "./destination.ts";
import { scrollToPageEdge, turnWithinPage } from "./flowing-page.ts";
import { attachOverlay } from "./overlay.ts";
import { createPageTurns } from "./page-turns.ts";
import { addSwipeListeners } from "./swipes.ts";
import { createTextMap, type TextMap } from "./text-map.ts";
import { addViewport } from "./viewport.ts";

class FixedLayoutElement extends FixedLayout {
  hurried = false;
  readonly scrolled = false;
  get atEnd(): boolean {
    return this.index >= this.book.sections.length - 1;
  }
  focusView(): void {
    this.getContents()[0]?.doc.defaultView?.focus();
  }
  override async next(): Promise<void> {
    if (turnWithinPage(this.#shownDocs(), "next")) return;
    await super.next();
    scrollToPageEdge(this.#shownDocs(), "start");
  }
  override async prev(): Promise<void> {
    if (turnWithinPage(this.#shownDocs().toReversed(), "previous")) return;
    await super.prev();
    scrollToPageEdge(this.#shownDocs(), "end");
  }
  /** In reading order. */
  #shownDocs(): Document[] {
    const docs = this.getContents().map(({ doc }) => doc);
    const shownDocs = docs.filter((doc) => isVisible(doc));
    return this.book.dir === "rtl" ? shownDocs.toReversed() : shownDocs;
  }
}
customElements.define("book-pages", FixedLayoutElement);

const isVisible = (doc: Document | null | undefined) =>
  (doc?.defaultView?.frameElement?.getBoundingClientRect().width ?? 0) > 0;

/** Shows a fixed-layout book: one page on a phone, two side by side on a laptop. Its lengths count pages (BEYOND 9). */
export function createFixedLayoutView({ host, contents, load, ...parts }: BookViewParts): BookView {
  const element = new FixedLayoutElement();
  const pages = new Map<number, { doc: Document; map: TextMap }>();
  let shownSection: { doc: Document; map: TextMap; section: number; cover: Element | null } | null = null;
  let position: ShownPosition | null = null;
  let move: Move = "layout";

  const sections = contents.sections.map(({ index, spread }) => ({
    load: () => load(index),
    pageSpread: spread,
  }));
  const turns = createPageTurns(element, {
    onTurn: parts.onTurn,
    turn: (direction) => withMove("turn", () => (direction === "next" ? element.next() : element.prev())),
  });
  const isRightToLeft = contents.direction === "rtl";
  const onSwipe = (to: "left" | "right") => void turns.turn((to === "left") !== isRightToLeft ? "next" : "previous");
  addSwipeListeners(element, onSwipe);

  element.addEventListener("load", (event) => {
    const { doc, index } = (event as CustomEvent<{ doc: Document; index: number }>).detail;
    const { clientWidth: width, clientHeight: height } = element;
    addViewport(doc, { flows: contents.sections[index]?.flows === true, width, height });
    const map = createTextMap(doc);
    pages.set(index, { doc, map });
    addSwipeListeners(doc, onSwipe);
    parts.onSection(doc, index, map);
    parts.onOverlay({ doc, section: index, map }, (layer) => attachOverlay(doc, layer));
  });
  element.addEventListener("relocate", (event) => {
    const { index } = (event as CustomEvent<{ index: number }>).detail;
    const page = pages.get(index);
    shownSection = page ? { ...page, section: index, cover: null } : null;
    const text = page?.map.text() ?? "";
    const pageCount = contents.sections.length;
    position = {
      section: index,
      at: index,
      fraction: index / Math.max(1, pageCount),
      locator: null,
      extent: 1,
      text,
      page: { number: index + 1, total: pageCount },
    };
    parts.onPosition(position, move);
    for (const other of pages.keys()) if (Math.abs(other - index) > 1) pages.delete(other);
  });

  async function withMove(kind: Move, work: () => Promise<unknown>): Promise<void> {
    move = kind;
    try {
      await work();
    } finally {
      move = "layout";
    }
  }
  const goTo = (kind: Move, destination: Destination) => {
    const index =
      destination.kind !== "position"
        ? destination.section
        : Math.round(destination.fraction * contents.sections.length);
    const shownIndex = Math.min(contents.sections.length - 1, Math.max(0, index));
    return turns.enqueue(() => withMove(kind, () => element.goTo({ index: shownIndex })));
  };

  element.open({ dir: contents.direction ?? "ltr", sections });
  host.append(element);

  return {
    element,
    setStyles: () => undefined,
    styles: () => [],
    goTo,
    turn: turns.turn,
    isTurning: turns.isTurning,
    isAtSectionEnd: () => true,
    isShown: (fraction) => position !== null && Math.round(fraction * contents.sections.length) === position.at,
    span: () => null,
    showsText: (section) => [...pages].some(([index, { doc }]) => index === section && isVisible(doc)),
    shown: () => shownSection,
    // Fixed-layout pages have no text selection.
    select: () => undefined,
    end: () => {
      element.destroy();
      element.remove();
    },
  };
}
