declare module "*.woff2" {
  const url: string;
  export default url;
}
declare module "*.css";

/** Safari lacks it, and TypeScript doesn't declare it. */
declare var CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined;

/** Declares types only for its entry. */
declare module "tus-js-client/lib.esm/browser/index.js" {
  export * from "tus-js-client";
}

/** The parts of foliate-js 1.0.1 in use; it has no types. */
declare module "foliate-js/paginator.js" {
  type Anchor = number | Range | Element;
  type Target = { index: number; anchor?: Anchor | ((doc: Document) => Anchor) };
  type Section = { load: () => Promise<string>; unload: () => void; linear: "yes" | "no" };

  /** Shows one section of a book at a time, by pages of columns or in one long column. */
  export class Paginator extends HTMLElement {
    open(book: { dir: "ltr" | "rtl"; sections: readonly Section[] }): void;
    goTo(target: Target): Promise<void>;
    prev(): Promise<void>;
    next(): Promise<void>;
    setStyles(styles: readonly [before: string, after: string]): void;
    getContents(): { index: number; doc: Document }[];
    focusView(): void;
    destroy(): void;
    /** Added by our patch: while true, slides end at once. */
    hurried: boolean;
    readonly scrolled: boolean;
    readonly atEnd: boolean;
    /** Pages of the section, and a blank one at each end. */
    readonly pages: number;
    /** The shown one; 0 and `pages` - 1 are blank. */
    readonly page: number;
    /** Pixels scrolled, and of one page. */
    readonly start: number;
    readonly size: number;
  }
}

declare module "foliate-js/fixed-layout.js" {
  type Page = { load: () => Promise<string>; pageSpread?: "left" | "right" | "center" | undefined };

  /** Shows pages of a fixed size: one in a narrow window, two side by side in a wide one. */
  export class FixedLayout extends HTMLElement {
    open(book: { dir: "ltr" | "rtl"; sections: readonly Page[] }): void;
    goTo(target: { index: number }): Promise<void>;
    prev(): Promise<void>;
    next(): Promise<void>;
    getContents(): { doc: Document }[];
    destroy(): void;
    readonly book: { dir: "ltr" | "rtl"; sections: readonly Page[] };
    /** Of the shown page; of a spread's first one after a turn forward. */
    readonly index: number;
  }
}

declare module "foliate-js/epubcfi.js" {
  export function fromRange(range: Range): string;
  export function toRange(doc: Document, parts: unknown): Range;
  export function parse(cfi: string): unknown;
}

declare module "foliate-js/overlayer.js" {
  type Draw = (rects: DOMRect[], options: { color: string }) => SVGElement;

  export class Overlayer {
    constructor(doc: Document);
    readonly element: SVGElement;
    add(key: string, range: Range, draw: Draw, options: { color: string }): void;
    remove(key: string): void;
    redraw(): void;
    hitTest(point: { x: number; y: number }): [] | [key: string, range: Range];
    static highlight: Draw;
  }
}
