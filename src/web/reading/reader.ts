import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import { textUrl } from "#web/lib/format/book-urls.ts";
import type { ListedBookmark } from "#web/listening/use-bookmarks.ts";

import type { ReadingSync } from "./reading-sync.ts";
import type { OnChrome } from "./use-chrome.ts";
import { type BookView, createReflowableView, type ShownPosition } from "./view/book-view.ts";
import type { Destination, Move } from "./view/destination.ts";
import { fetchSection, loadSection } from "./view/fetch-section.ts";
import { createFixedLayoutView } from "./view/fixed-layout-view.ts";
import { isNoteLink, noteText } from "./view/footnotes.ts";
import { createHighlights } from "./view/highlights.ts";
import { toLocator } from "./view/locator.ts";
import { PageLayer } from "./view/page-layer.ts";
import { addSectionListeners } from "./view/section-input.ts";
import { createSpokenHighlight } from "./view/spoken-highlight.ts";
import { handleTap, type TapInput } from "./view/taps.ts";
import type { TextMap } from "./view/text-map.ts";
import { createWakeLock } from "./wake-lock.ts";

export type TextSelection = { fraction: number; locator: string | null; quote: string };
/** Returns true if the tap did something. */
export type TextTap = (at: { section: number; map: TextMap; point: { x: number; y: number } }) => boolean;
export type EditedBookmark = Pick<ListedBookmark, "id" | "quote" | "note">;
export type ReaderState = {
  status: "loading" | "ready";
  error: unknown;
  position: ShownPosition | null;
  back: readonly ShownPosition[];
  selected: TextSelection | null;
  /** For screen readers. Empty while scrolling, where they continue reading without it. */
  announcement: string;
  dialog: ReaderDialog | null;
};
/** A bookmark whose note is edited has no id while it's new. */
export type ReaderDialog =
  | { kind: "note"; text: string; target: Destination }
  | { kind: "image"; src: string; alt: string }
  | { kind: "part"; url: string; index: number }
  | { kind: "bookmark"; bookmark: EditedBookmark };

export type ReaderParts = {
  host: HTMLElement;
  bookId: number;
  contents: Contents;
  sync: ReadingSync;
  onChrome: OnChrome;
  onKey: (event: KeyboardEvent) => void;
};

export type Reader = ReturnType<typeof createReader>;

const QUOTE_MAX_CHARS = 500;
const BACK_MAX = 20;

export function createReader({ host, bookId, contents, sync, onChrome, onKey }: ReaderParts) {
  const listeners = new Listeners();
  const wakeLock = createWakeLock();
  const starts = sectionOffsets(contents.sections);
  let state: ReaderState = {
    status: "loading",
    error: null,
    position: null,
    back: [],
    selected: null,
    announcement: "",
    dialog: null,
  };
  /** False until the saved position is shown, so that the first page doesn't overwrite it. */
  let isRestored = false;
  /** The saved fraction, which may be anywhere on its page. */
  let stoppedAt = 0;
  /** True while the page follows the audiobook, which doesn't count as reading. */
  let isFollowing = false;
  let turnedAt = Number.NEGATIVE_INFINITY;

  const update = (next: Partial<ReaderState>) => {
    state = { ...state, ...next };
    listeners.emit();
  };

  const highlights = createHighlights(contents);
  const spokenHighlight = createSpokenHighlight();
  let onTextTap: TextTap | null = null;

  const isFixed = contents.layout === "fixed";
  const view: BookView = (isFixed ? createFixedLayoutView : createReflowableView)({
    host,
    contents,
    load: (index) =>
      loadSection(bookId, contents.sections[index]?.href ?? "").catch((error: unknown) => {
        update({ error });
        throw error;
      }),
    onPosition,
    onTurn: () => onChrome("hide"),
    onSection,
    onOverlay: (page, attach) => {
      const layer = new PageLayer(page.doc);
      attach(layer);
      if (!isFixed) highlights.attach(page, layer);
      spokenHighlight.attach({ ...page, layer });
    },
  });

  function onPosition(position: ShownPosition, move: Move): void {
    const positionBefore = state.position;
    const now = performance.now();
    const isUserMove = move === "turn" || move === "jump";
    if (move !== "layout" || !positionBefore) wakeLock.extend();
    // Set first, because subscribers read it.
    if (isUserMove) turnedAt = now;
    // A font that arrives after a turn must not take its announcement back.
    const lastText = move === "layout" ? state.announcement : "";
    update({
      position,
      error: null,
      status: "ready",
      announcement: view.element.scrolled ? "" : isUserMove ? position.text : lastText,
      ...(isUserMove ? { selected: null } : {}),
    });
    if (move !== "layout") isFollowing = move === "follow";
    // Larger type can move a jump's target off the page whose start is saved.
    const hasSplitPage = move === "layout" && turnedAt > 0 && !isFollowing && !view.isShown(stoppedAt);
    if (!isUserMove && move !== "aloud" && !hasSplitPage) return;
    stoppedAt = position.fraction;
    if (isRestored) sync.save(position, move === "jump" ? "seek" : "tick");
  }

  const taps: TapInput = {
    isScrolled: () => view.element.scrolled,
    isRightToLeft: contents.direction === "rtl",
    turn: (direction) => void view.turn(direction),
    toggleChrome: () => onChrome("toggle"),
  };
  const onMarginTap = ({ clientX }: MouseEvent) => {
    if (state.selected === null) handleTap(clientX, taps);
    else clear("selected");
  };
  host.addEventListener("click", onMarginTap);

  function onSection(doc: Document, index: number, map: TextMap): void {
    const href = contents.sections[index]?.href ?? "";
    if (contents.language) doc.documentElement.lang ||= contents.language;
    const title = contents.toc.findLast(({ section }) => section !== null && section <= index)?.title;
    doc.defaultView?.frameElement?.setAttribute("title", title ?? contents.title);
    addSectionListeners(doc, {
      ...taps,
      href,
      onLink: ({ path, fragment, element }) => void followLink(path, fragment, element),
      onExternalLink: (address) => void open(address, "_blank", "noopener,noreferrer"),
      cover: isFixed ? doc.documentElement : (view.shown()?.cover ?? null),
      onImage: (image) => update({ dialog: { kind: "image", ...image } }),
      onPart: (part) => update({ dialog: { kind: "part", url: textUrl(bookId, href), index: part } }),
      onHighlight: (point) => {
        const bookmark = highlights.bookmarkAt(point);
        if (bookmark) edit(bookmark);
        return bookmark !== null;
      },
      onText: (point) => onTextTap?.({ section: index, map, point }) ?? false,
      onSelect: (range) => isFixed || update({ selected: range && toSelection(range, index, map) }),
      onKey,
    });
  }

  function toSelection(range: Range, section: number, map: TextMap): TextSelection {
    const at = (starts[section] ?? 0) + map.countBefore(range.startContainer, range.startOffset);
    const quote = [...range.toString().replaceAll(/\s+/g, " ").trim()].slice(0, QUOTE_MAX_CHARS).join("");
    const locator = toLocator(range, { version: contents.version, section });
    return { fraction: Math.min(1, at / Math.max(1, contents.length)), locator, quote };
  }

  async function followLink(path: string, fragment: string | null, element: Element): Promise<void> {
    const section = contents.sections.findIndex(({ href }) => href === path);
    if (section < 0) return;
    const target: Destination = { kind: "section", section, fragment };
    const text = isNoteLink(element) && fragment !== null ? await findNote(path, fragment).catch(() => null) : null;
    if (text === null) await jump(target);
    else update({ dialog: { kind: "note", text, target } });
  }

  async function findNote(path: string, id: string): Promise<string | null> {
    const shownSection = view.shown();
    if (shownSection && contents.sections[shownSection.section]?.href === path) return noteText(shownSection.doc, id);
    return noteText(await fetchSection(textUrl(bookId, path)), id);
  }

  async function jump(target: Destination): Promise<void> {
    const positionBefore = state.position;
    if (positionBefore) update({ back: [...state.back, positionBefore].slice(-BACK_MAX) });
    update({ dialog: null });
    await view.goTo("jump", target);
  }

  const edit = (bookmark: EditedBookmark) => update({ dialog: { kind: "bookmark", bookmark } });

  function clear(field: "dialog" | "selected"): void {
    if (field === "selected") view.shown()?.doc.getSelection()?.removeAllRanges();
    update({ [field]: null });
  }

  return {
    bookId,
    contents,
    sync,
    view,
    highlights,
    spokenHighlight,
    onChrome,
    setTextTap: (next: TextTap | null) => void (onTextTap = next),
    state: () => state,
    subscribe: listeners.subscribe,
    async open(): Promise<void> {
      const location = await sync.start();
      stoppedAt = location.fraction;
      await view.goTo("layout", { kind: "position", ...location });
      isRestored = true;
    },
    jump,
    edit,
    turnedAt: () => turnedAt,
    currentFraction: () => (view.isShown(stoppedAt) ? stoppedAt : (state.position?.fraction ?? 0)),
    middleFraction: () =>
      state.position ? Math.min(1, (state.position.at + state.position.extent / 2) / contents.length) : 0,
    async goBack(): Promise<void> {
      const lastPosition = state.back.at(-1);
      if (!lastPosition) return;
      update({ back: state.back.slice(0, -1) });
      await view.goTo("jump", { kind: "position", ...lastPosition });
    },
    async retry(): Promise<void> {
      update({ error: null });
      const { position } = state;
      if (position) await view.goTo("layout", { kind: "position", ...position });
      else await this.open();
    },
    clear,
    end(): void {
      host.removeEventListener("click", onMarginTap);
      view.end();
      sync.end();
      wakeLock.end();
    },
  };
}
