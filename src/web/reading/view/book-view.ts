import type { Paginator } from "foliate-js/paginator.js";

import { isCountedInPages, sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { chapterAtCodePoint } from "#web/reading/chapters.ts";

import { findCover, fitCover, showCover } from "./cover.ts";
import { type Destination, type Move, targetOf } from "./destination.ts";
import { fitToPage } from "./fit-to-page.ts";
import { toLocator } from "./locator.ts";
import { type PageNumber, pageNumber } from "./page-numbers.ts";
import { createPageTurns } from "./page-turns.ts";
import { createTextMap, type TextMap } from "./text-map.ts";

import "foliate-js/paginator.js";

export type ShownPosition = {
  section: number;
  at: number;
  fraction: number;
  locator: string | null;
  extent: number;
  text: string;
  /** Within the chapter. Null before the first chapter and while scrolling. */
  page: PageNumber | null;
};

type Layer = { element: Element; redraw: () => void };

type ShownSpan = { section: number; from: number; to: number };

export type BookViewParts = {
  host: HTMLElement;
  contents: Contents;
  load: (section: number) => Promise<string>;
  onPosition: (position: ShownPosition, move: Move) => void;
  /** Called when a turn begins; after a swipe or scroll, when it ends. */
  onTurn: () => void;
  onSection: (doc: Document, section: number, map: TextMap) => void;
  onOverlay: (page: { doc: Document; section: number; map: TextMap }, attach: (layer: Layer) => void) => void;
};

const SCROLL_IDLE_MS = 150;

export type BookView = Omit<ReturnType<typeof createReflowableView>, "element"> & {
  element: HTMLElement & Pick<Paginator, "scrolled" | "atEnd" | "focusView">;
};

/** Renders a reflowable book in `host` with foliate-js, and reports its position. */
export function createReflowableView({ host, contents, load, ...parts }: BookViewParts) {
  const starts = sectionOffsets(contents.sections);
  const maps = new WeakMap<Document, TextMap>();
  const element = document.createElement("foliate-paginator") as Paginator;
  let shownSection: { doc: Document; map: TextMap; section: number; cover: Element | null } | null = null;
  let position: ShownPosition | null = null;
  let visibleRange: Range | null = null;
  let span: ShownSpan | null = null;
  let move: { kind: Move } | null = null;
  let loadCount = 0;
  let isTouched = false;
  let reportedPage = "";
  let styles: readonly string[] = [];
  let realignTimer: ReturnType<typeof setTimeout> | undefined;

  const sections = contents.sections.map(({ index, linear }) => ({
    load: async () => {
      loadCount += 1;
      return load(index).finally(() => {
        loadCount -= 1;
        scheduleRealign();
      });
    },
    unload: () => undefined,
    linear: linear ? ("yes" as const) : ("no" as const),
  }));

  function addTouchListeners(target: Document | HTMLElement): void {
    target.addEventListener("touchstart", () => {
      isTouched = true;
      turns.onTouchStart();
    });
    const end = () => {
      isTouched = false;
      turns.onTouchEnd();
    };
    target.addEventListener("touchend", end);
    target.addEventListener("touchcancel", end);
  }
  addTouchListeners(element);

  function listen<Detail>(name: string, run: (detail: Detail) => void): void {
    element.addEventListener(name, (event) => run((event as CustomEvent<Detail>).detail));
  }
  listen("load", ({ doc, index }: { doc: Document; index: number }) => {
    const map = createTextMap(doc);
    const cover = findCover(doc);
    if (cover) showCover(doc, cover);
    maps.set(doc, map);
    shownSection = { doc, map, section: index, cover };
    addTouchListeners(doc);
    parts.onSection(doc, index, map);
  });
  type Fit = { doc: Document; isVertical: boolean; columnWidth: number; height?: number; gap: number };
  listen("fit", ({ doc, isVertical, columnWidth, height, gap }: Fit) => {
    const width = Math.min(columnWidth, element.clientWidth - gap);
    if (!isVertical) fitToPage(doc, { width: Math.trunc(width), height: Math.trunc(height ?? element.clientHeight) });
    if (shownSection?.cover?.ownerDocument === doc) fitCover(shownSection.cover);
  });
  type Overlay = { doc: Document; index: number; attach: (layer: Layer) => void };
  listen("create-overlayer", ({ doc, index, attach }: Overlay) => {
    const map = maps.get(doc);
    if (map) parts.onOverlay({ doc, section: index, map }, attach);
  });
  listen("relocate", ({ reason, range, index }: { reason: string | null; range: Range; index: number }) => {
    const page = `${index} ${element.page}`;
    // Every touch snaps, even a tap.
    if (reason === "snap" && page === reportedPage) return;
    reportedPage = page;
    const moveKind = moveOf(reason);
    if (moveKind === "turn" && move?.kind !== "turn" && move?.kind !== "jump") parts.onTurn();
    if (!isSavable(element, shownSection?.doc, range)) return;
    visibleRange = range;
    reportPosition(range, index, moveKind);
  });

  /** After a swipe the paginator changes the section itself, so there may be no move of ours. */
  function moveOf(reason: string | null): Move {
    if (reason === "anchor" || reason === "selection") return "layout";
    if (reason === "navigation") return move?.kind ?? "turn";
    return move?.kind === "jump" ? "jump" : "turn";
  }

  function reportPosition(range: Range, section: number, kind: Move): void {
    if (shownSection?.section !== section || range.startContainer.ownerDocument !== shownSection.doc) return;
    const { map } = shownSection;
    const before = map.countBefore(range.startContainer, range.startOffset);
    const rangeEnd = map.countBefore(range.endContainer, range.endOffset);
    span = { section, from: before, to: rangeEnd };
    const at = (starts[section] ?? 0) + before;
    const fraction = contents.length === 0 ? 0 : Math.min(1, at / contents.length);
    const start = map.rangeAt(before, 60);
    const locator = toLocator(start, { version: contents.version, section });
    const length = contents.sections[section]?.length ?? 0;
    const wholeBook = contents.toc.length === 0 ? { start: 0, end: Infinity } : null;
    const chapter = chapterAtCodePoint(contents, at, section) ?? wholeBook;
    const page = isCountedInPages(contents)
      ? { number: section + 1, total: contents.length }
      : chapter &&
        pageNumber(
          element,
          { doc: shownSection.doc, map, length },
          chapter.start - at + before,
          chapter.end - at + before,
        );
    position = { section, at, fraction, locator, extent: Math.max(0, rangeEnd - before), text: range.toString(), page };
    parts.onPosition(position, kind);
  }

  /** Positions reported while `work` runs get this kind, unless a later move began. */
  async function withMoveKind(kind: Move, work: () => Promise<void>): Promise<void> {
    const currentMove = { kind };
    move = currentMove;
    try {
      await work();
    } finally {
      if (move === currentMove) move = null;
    }
  }

  element.addEventListener("scroll", scheduleRealign);
  function scheduleRealign(): void {
    clearTimeout(realignTimer);
    realignTimer = setTimeout(() => void realign(), SCROLL_IDLE_MS);
  }
  /**
   * Find in page and screen readers scroll to text on other pages, and can stop between two pages. A section that
   * failed to load shows a blank page.
   */
  async function realign(): Promise<void> {
    // A move aligns the page at its end, and a section when it has loaded.
    if (move || loadCount > 0 || !shownSection || element.getContents()[0]?.doc !== shownSection.doc) return;
    const { start, size, pages, scrolled } = element;
    const page = Math.min(Math.max(1, Math.round(start / size)), pages - 2);
    if (scrolled || isTouched || Math.abs(start - page * size) < 2) return;
    const { section } = shownSection;
    const realignKind = isBlank(element) ? "layout" : "turn";
    await withMoveKind(realignKind, () =>
      element.goTo({ index: section, anchor: (page - 1) / Math.max(1, pages - 3) }),
    );
  }

  const goTo = (kind: Move, destination: Destination) =>
    turns.enqueue(() => withMoveKind(kind, () => element.goTo(targetOf(destination, contents, maps))));

  const turns = createPageTurns(element, {
    onTurn: parts.onTurn,
    turn: (direction) => withMoveKind("turn", () => (direction === "next" ? element.next() : element.prev())),
  });

  element.open({ dir: contents.direction ?? "ltr", sections });
  host.append(element);

  return {
    element,
    setStyles: (next: readonly [before: string, after: string]) => {
      styles = next;
      element.setStyles(next);
    },
    styles: () => styles,
    goTo,
    turn: turns.turn,
    isTurning: turns.isTurning,
    isAtSectionEnd: () => {
      const pageEnd = (position?.at ?? 0) + (position?.extent ?? 0) - (starts[position?.section ?? 0] ?? 0);
      return position !== null && pageEnd >= (contents.sections[position.section]?.length ?? 0) - 2;
    },
    isShown: (fraction: number) => {
      const at = fraction * contents.length;
      return position !== null && at >= position.at - 1 && at <= position.at + position.extent + 1;
    },
    /** The visible range; null before the first page, and for fixed-layout books. */
    span: () => span,
    showsText: (section: number, at: number) => span?.section === section && at >= span.from && at < span.to,
    shown: () => shownSection,
    /** Extends the selection by a word or line from the page's start. Browsers don't without a mouse. */
    select: (direction: "left" | "right" | "up" | "down") => {
      element.focusView();
      const selection = shownSection?.doc.getSelection();
      if (!selection || !visibleRange) return;
      if (selection.isCollapsed) selection.collapse(visibleRange.startContainer, visibleRange.startOffset);
      if (direction === "left" || direction === "right") selection.modify("extend", direction, "word");
      else selection.modify("extend", direction === "down" ? "forward" : "backward", "line");
    },
    end: () => {
      clearTimeout(realignTimer);
      if (shownSection) element.destroy();
      element.remove();
    },
  };
}

/** Past a section's end the paginator shows a blank page until the next has loaded, and reports it as a position. */
const isBlank = ({ scrolled, page, pages }: Paginator): boolean => !scrolled && (page < 1 || page > pages - 2);

/** True for a position that can be saved: text of the section on the page, or the section's start. */
function isSavable(element: Paginator, doc: Document | undefined, { collapsed, startContainer }: Range): boolean {
  if (isBlank(element) || !doc || startContainer.ownerDocument !== doc) return false;
  // A page without text, such as a wide image, is reported as the section's start.
  const isFirst = element.scrolled ? element.start < 2 : element.page === 1;
  return isFirst || !collapsed || startContainer !== doc.body;
}
