export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type Engine = (typeof ENGINES)[number];

export type Window = {
  /** CSS pixels. */
  width: number;
  height: number;
  /** Runs in each page and frame before its own scripts. */
  script?: string;
  /** `goto` doesn't wait until the page is loaded. At night, Chromium simulates a slow connection and processor. */
  isSlow?: boolean;
  /** Clicks are taps. */
  hasTouch: boolean;
};

/** The operations of each engine. Journeys use a `Device`. */
export type Driver = {
  /** Returns once the page is loaded, unless it's slow. */
  goto: (url: string) => Promise<void>;
  /** Runs the body of an async function in the page. @returns its JSON */
  run: (body: string) => Promise<unknown>;
  /** A real click, in CSS pixels of the window. */
  click: (x: number, y: number) => Promise<void>;
  /** By a finger. */
  drag: (from: Point, to: Point) => Promise<void>;
  type: (text: string) => Promise<void>;
  key: (key: Key) => Promise<void>;
  image: (file: string) => Promise<void>;
  /** The speakers' next second of output as 16-bit samples at `SPEAKERS_HZ`, and its end (ms since 1970). */
  record?: () => Promise<{ samples: Int16Array; endedAt: number }>;
  /** Console errors and uncaught exceptions so far; the caller may empty the list. */
  faults: () => string[];
  close: () => Promise<void>;
};

/** The input methods that Playwright and Puppeteer share. */
type Input = {
  evaluate: (script: string) => Promise<unknown>;
  mouse: { click: (x: number, y: number) => Promise<void> };
  touchscreen: { tap: (x: number, y: number) => Promise<void> };
  keyboard: { type: (text: string) => Promise<void>; press: (key: Key) => Promise<void> };
};

export const inputOf = (page: Input, hasTouch: boolean): Pick<Driver, "run" | "click" | "type" | "key"> => ({
  run: (body) => page.evaluate(`(async () => {${body}\n})()`),
  click: (x, y) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
  type: (text) => page.keyboard.type(text),
  key: (key) => page.keyboard.press(key),
});

export type Point = { x: number; y: number };
/** Where a finger is after it has touched `from`. */
export const pathOf = (from: Point, to: Point): Point[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((step) => ({
    x: from.x + ((to.x - from.x) * step) / 8,
    y: from.y + ((to.y - from.y) * step) / 8,
  }));

/** Keys by their WebDriver codes. */
export const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  Home: "\uE011",
  End: "\uE010",
  Space: " ",
} as const;
export type Key = keyof typeof KEYS;
