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
  /** Clicks are taps, but not in WebKit, whose driver has no touchscreen. */
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
  drag: (from: Point, to: Point) => Promise<void>;
  type: (text: string) => Promise<void>;
  key: (key: Key) => Promise<void>;
  choose: (selector: string, file: string) => Promise<void>;
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
  mouse: {
    move: (x: number, y: number, options?: { steps: number }) => Promise<void>;
    down: () => Promise<void>;
    up: () => Promise<void>;
    click: (x: number, y: number) => Promise<void>;
  };
  touchscreen: { tap: (x: number, y: number) => Promise<void> };
  keyboard: { type: (text: string) => Promise<void>; press: (key: Key) => Promise<void> };
};

export const inputOf = (page: Input, hasTouch: boolean): Pick<Driver, "run" | "click" | "drag" | "type" | "key"> => ({
  run: (body) => page.evaluate(`(async () => {${body}\n})()`),
  click: (x, y) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
  drag: async (from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  },
  type: (text) => page.keyboard.type(text),
  key: (key) => page.keyboard.press(key),
});

export type Point = { x: number; y: number };

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
