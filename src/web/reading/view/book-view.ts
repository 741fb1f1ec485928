import { type Paginator } from "foliate-js/paginator.js";

import type { Contents } from "#contract/reading.ts";
import { chapterAt } from "#web/reading/chapters.ts";

import { findPlace, readLocator, toLocator } from "./locator.ts";
import { type PageNumber, pageNumber } from "./page-numbers.ts";
import { createPageTurns } from "./page-turns.ts";
import { createTextMap, type TextMap } from "./text-map.ts";

import "foliate-js/paginator.js";

export type ShownPlace = {
  section: number;
  /** Code points before it, and share of the book. */
  at: number;
  fraction: number;
  locator: string | null;
  /** Visible text in code points. */
  extent: number;
  /** Words of the page. */
  text: string;
  /** In its chapter, or in the chapter's part of this file; null while scrolling. */
  page: PageNumber | null;
};

/** By locator, share of the book, or element id. */
export type Destination =
  | { kind: "place"; fraction: number; locator: string | null }
  | { kind: "section"; section: number; fragment: string | null };

/** Reading on, jumping, or a new layout of the same place. */
export type Move = "turn" | "jump" | "layout";

export type BookViewParts = {
  host: HTMLElement;
  contents: Contents;
  /** A section's URL. @throws Error when it can't be loaded */
  load: (section: number) => Promise<string>;
  onPlace: (place: ShownPlace, move: Move) => void;
  /** As a turn begins; after a swipe or scroll, as it ends. */
  onTurn: () => void;
  onSection: (doc: Document, section: number, map: TextMap) => void;
  onOverlay: (doc: Document, section: number, attach: (layer: { element: Element }) => void) => void;
  onError: (error: unknown) => void;
};

/** Milliseconds without scrolling. */
const SETTLED = 150;

export type BookView = ReturnType<typeof createBookView>;

/** Renders a book in `host` with foliate-js, and reports the place. */
export function createBookView({ host, contents, load, ...parts }: BookViewParts) {
  const starts = startsOf(contents);
  const maps = new WeakMap<Document, TextMap>();
  const element = document.createElement("foliate-paginator") as Paginator;
  let shown: { doc: Document; map: TextMap; section: number } | null = null;
  let place: ShownPlace | null = null;
  let visible: Range | null = null;
  let move: Move = "layout";
  let isTouched = false;
  let pageTold = "";
  let settling: ReturnType<typeof setTimeout> | undefined;

  const sections = contents.sections.map(({ index, linear }) => ({
    load: () =>
      load(index).catch((error: unknown) => {
        parts.onError(error);
        throw error;
      }),
    unload: () => undefined,
    linear: linear ? ("yes" as const) : ("no" as const),
  }));

  function listenToTouch(target: Document | HTMLElement): void {
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
  listenToTouch(element);

  element.addEventListener("load", (event) => {
    const { doc, index } = (event as CustomEvent<{ doc: Document; index: number }>).detail;
    const map = createTextMap(doc);
    maps.set(doc, map);
    shown = { doc, map, section: index };
    listenToTouch(doc);
    if (contents.language) doc.documentElement.lang ||= contents.language;
    parts.onSection(doc, index, map);
  });
  element.addEventListener("create-overlayer", (event) => {
    type Detail = { doc: Document; index: number; attach: (layer: { element: Element }) => void };
    const { doc, index, attach } = (event as CustomEvent<Detail>).detail;
    parts.onOverlay(doc, index, attach);
  });
  element.addEventListener("relocate", (event) => {
    type Detail = { reason: string | null; range: Range; index: number };
    const { reason, range, index } = (event as CustomEvent<Detail>).detail;
    const page = `${index} ${element.page}`;
    // each touch snaps, a tap too
    if (reason === "snap" && page === pageTold) return;
    pageTold = page;
    visible = range;
    const turned = reason === "page" || reason === "snap" || reason === "scroll" || reason === null;
    if (turned && move === "layout") parts.onTurn();
    tellLater(range, index, turned && move === "layout" ? "turn" : move);
  });

  let untold: { range: Range; section: number; how: Move } | null = null;
  /** Paint first: counting and saving can wait, and several layouts need it once. */
  function tellLater(range: Range, section: number, how: Move): void {
    const isAwaited = untold !== null;
    untold = { range, section, how: untold && how === "layout" ? untold.how : how };
    if (isAwaited) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        const latest = untold;
        untold = null;
        if (latest) tell(latest.range, latest.section, latest.how);
      }),
    );
  }

  function tell(range: Range, section: number, how: Move): void {
    if (shown?.section !== section) return;
    const { map } = shown;
    const before = map.before(range.startContainer, range.startOffset);
    const until = map.before(range.endContainer, range.endOffset);
    const at = (starts[section] ?? 0) + before;
    const fraction = contents.length === 0 ? 0 : Math.min(1, at / contents.length);
    const start = map.rangeAt(before, 60);
    const locator = toLocator(start, { version: contents.version, section });
    const chapter = chapterAt(contents, at) ?? { start: 0, end: Infinity };
    const length = contents.sections[section]?.length ?? 0;
    const [from, to] = [chapter.start - at + before, chapter.end - at + before];
    const page = pageNumber(element, { doc: shown.doc, map, length }, from, to);
    place = { section, at, fraction, locator, extent: Math.max(0, until - before), text: range.toString(), page };
    parts.onPlace(place, how);
  }

  /** Places reported while `work` runs are jumps or layouts. */
  async function going(how: Move, work: () => Promise<void>): Promise<void> {
    move = how;
    try {
      await work();
    } finally {
      move = "layout";
    }
  }

  element.addEventListener("scroll", () => {
    clearTimeout(settling);
    settling = setTimeout(() => void realign(), SETTLED);
  });
  /** The browser's search and screen readers bring words of other pages into view, and stop between two pages. */
  async function realign(): Promise<void> {
    const { start, size, pages, scrolled } = element;
    const page = Math.min(Math.max(1, Math.round(start / size)), pages - 2);
    // another section is loading
    if (!shown || element.getContents()[0]?.doc !== shown.doc) return;
    if (scrolled || isTouched || Math.abs(start - page * size) < 2) return;
    const { section } = shown;
    await going("turn", () => element.goTo({ index: section, anchor: (page - 1) / Math.max(1, pages - 3) }));
  }

  async function goTo(destination: Destination): Promise<void> {
    if (destination.kind === "section") {
      const { section, fragment } = destination;
      const anchor = (doc: Document) => (fragment === null ? null : findFragment(doc, fragment)) ?? 0;
      return element.goTo({ index: section, anchor });
    }
    const { fraction } = destination;
    const locator = readLocator(destination.locator);
    const isSame = locator?.version === contents.version && contents.sections[locator.section] !== undefined;
    const at = fraction * contents.length;
    const index = isSame ? locator.section : sectionAt(starts, contents, at);
    const near = Math.max(0, Math.round(at - (starts[index] ?? 0)));
    const anchor = (doc: Document) => {
      const map = maps.get(doc);
      if (!map || (near === 0 && !locator)) return 0;
      return findPlace(doc, map, { locator, version: contents.version, near });
    };
    return element.goTo({ index, anchor });
  }

  const turns = createPageTurns(element, (direction) => {
    parts.onTurn();
    return going("turn", () => (direction === "next" ? element.next() : element.prev()));
  });

  element.open({ dir: contents.direction ?? "ltr", sections });
  host.append(element);

  return {
    element,
    /** Goes to the saved place; not a jump. */
    restore: (destination: Destination) => going("layout", () => goTo(destination)),
    jump: (destination: Destination) => going("jump", () => goTo(destination)),
    /** Follows the audio, which counts as listening only. */
    follow: (fraction: number) => going("layout", () => goTo({ kind: "place", fraction, locator: null })),
    turn: turns.turn,
    next: () => turns.turn("next"),
    previous: () => turns.turn("previous"),
    isTurning: turns.isTurning,
    place: () => place,
    /** In scrolling mode, when the section's last line is visible. */
    isAtSectionEnd: () => {
      const until = (place?.at ?? 0) + (place?.extent ?? 0) - (starts[place?.section ?? 0] ?? 0);
      return place !== null && until >= (contents.sections[place.section]?.length ?? 0) - 2;
    },
    isShown: (fraction: number) => {
      const at = fraction * contents.length;
      return place !== null && at >= place.at - 1 && at <= place.at + place.extent + 1;
    },
    shown: () => shown,
    /** Extends the selection by a word or line, from the page's start. Browsers alone don't without a mouse. */
    select: (direction: "left" | "right" | "up" | "down") => {
      element.focusView();
      const selection = shown?.doc.getSelection();
      if (!selection || !visible) return;
      if (selection.isCollapsed) selection.collapse(visible.startContainer, visible.startOffset);
      if (direction === "left" || direction === "right") selection.modify("extend", direction, "word");
      else selection.modify("extend", direction === "down" ? "forward" : "backward", "line");
    },
    startOf: (section: number) => starts[section] ?? 0,
    fractionOf: (range: Range) => {
      if (!shown) return 0;
      const before = shown.map.before(range.startContainer, range.startOffset);
      return Math.min(1, ((starts[shown.section] ?? 0) + before) / Math.max(1, contents.length));
    },
    end: () => {
      clearTimeout(settling);
      if (shown) element.destroy();
      element.remove();
    },
  };
}

function startsOf({ sections }: Contents): number[] {
  let sum = 0;
  return sections.map(({ length }) => {
    sum += length;
    return sum - length;
  });
}

/** The section at a count of code points, skipping empty ones. */
function sectionAt(starts: readonly number[], { sections }: Contents, at: number): number {
  const found = sections.findLastIndex(({ length }, index) => (starts[index] ?? 0) <= at && length > 0);
  return Math.max(0, at <= 0 ? sections.findIndex(({ linear }) => linear) : found);
}

function findFragment(doc: Document, id: string): Element | null {
  return doc.getElementById(id) ?? doc.querySelector(`[name="${CSS.escape(id)}"]`);
}
