import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/**
 * The tokens of the web app. ARCHITECTURE.md lists the few places without a style sheet, which name colors themselves.
 * Colors are CSS variables, so theme and season change without a second style sheet.
 * Wine red acts: buttons and links that do something. The season shows where you are: tabs, focus, progress, badges; the
 * player and the reader wear it (SPEC 2).
 * `src/web/app/palette.test.ts` computes the WCAG contrast of each pair that is used.
 */

/** Paper and ink, the club's wine red, and the colors of messages; the same in every season. */
export const themes = {
  light: {
    paper: "#faf4ea",
    sheet: "#fffcf6",
    sunk: "#f3e9da",
    ink: "#2b1b18",
    "ink-soft": "#66514a",
    line: "#e4d6c3",
    "line-strong": "#8f7868",
    wine: "#7a1f35",
    "wine-solid": "#7a1f35",
    "wine-deep": "#5e1427",
    "wine-tint": "#f8e7e4",
    "on-solid": "#fff8ef",
    danger: "#9b2116",
    "danger-solid": "#a3261b",
    "danger-tint": "#fdeae5",
    success: "#2b6136",
    gold: "#b98a2f",
    page: "#fffdf9",
    "page-ink": "#241a17",
    "page-link": "#7a1f35",
  },
  dark: {
    paper: "#1a1311",
    sheet: "#241b18",
    sunk: "#14100e",
    ink: "#f5ebdf",
    "ink-soft": "#cbb8aa",
    line: "#43352f",
    "line-strong": "#9a8577",
    wine: "#f0a9b5",
    "wine-solid": "#a5354f",
    "wine-deep": "#8a2540",
    "wine-tint": "#3b1e25",
    "on-solid": "#fff8ef",
    danger: "#ffb3a6",
    "danger-solid": "#b23427",
    "danger-tint": "#3d1c17",
    success: "#a3d6ab",
    gold: "#d9b365",
    page: "#171210",
    "page-ink": "#d9cdbf",
    "page-link": "#f0a9b5",
  },
} as const;

/** A book's page in sepia; the other two are those of the themes. */
export const sepia = { page: "#f4e8d0", "page-ink": "#3f2f21", "page-link": "#7a1f35" } as const;

/** `season` is text on paper, `season-solid` a ground for `on-solid` text, `season-tint` a quiet ground. */
export const seasons = {
  default: {
    light: { season: "#7a1f35", "season-solid": "#7a1f35", "season-deep": "#561023", "season-tint": "#f8e7e4" },
    dark: { season: "#f0a9b5", "season-solid": "#8f2a44", "season-deep": "#4d1423", "season-tint": "#3b1e25" },
  },
  spring: {
    light: { season: "#33602b", "season-solid": "#3d6b34", "season-deep": "#24481e", "season-tint": "#e9f1df" },
    dark: { season: "#b0d89c", "season-solid": "#406f37", "season-deep": "#1d3719", "season-tint": "#242f1e" },
  },
  summer: {
    light: { season: "#1b5a82", "season-solid": "#1f6390", "season-deep": "#123f5e", "season-tint": "#e2eef6" },
    dark: { season: "#9fd0f0", "season-solid": "#236592", "season-deep": "#11334a", "season-tint": "#1b2b37" },
  },
  fall: {
    light: { season: "#8a3f14", "season-solid": "#9a4818", "season-deep": "#66290a", "season-tint": "#fae8da" },
    dark: { season: "#f3b78f", "season-solid": "#9c4c1d", "season-deep": "#4a2110", "season-tint": "#39261a" },
  },
  winter: {
    light: { season: "#5b412e", "season-solid": "#664a36", "season-deep": "#402b1d", "season-tint": "#f1e7db" },
    dark: { season: "#ebc794", "season-solid": "#6c503c", "season-deep": "#33241a", "season-tint": "#322720" },
  },
} as const;

/** Black and white. The pages of books aren't printed. */
const printed: Readonly<Record<string, string>> = {
  ...withColor("white", ["paper", "sheet", "sunk", "season-tint", "wine-tint", "danger-tint"]),
  ...withColor("white", ["season-solid", "season-deep", "wine-solid", "wine-deep", "danger-solid"]),
  ...withColor("black", ["ink", "ink-soft", "season", "wine", "danger", "success", "on-solid"]),
  line: "#999",
  "line-strong": "#666",
};

/** In the dark, images are dimmed, and large grounds in the season's color take its deep tone: neither may dazzle. */
const variables = (colors: Record<string, string>, scheme: "light" | "dark") => ({
  colorScheme: scheme,
  "--images": scheme === "dark" ? "brightness(0.85) saturate(1.08)" : "none",
  "--season-ground": scheme === "dark" ? "var(--season-deep)" : "var(--season-solid)",
  ...Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--${name}`, value])),
});

export const palettes = plugin(({ addBase }) => {
  const light = variables({ ...themes.light, ...seasons.default.light }, "light");
  const dark = variables({ ...themes.dark, ...seasons.default.dark }, "dark");
  addBase({ ":root, [data-theme='light']": light });
  addBase({ "@media (prefers-color-scheme: dark)": { ":root:not([data-theme='light'])": dark } });
  addBase({ "[data-theme='dark']": dark });
  // Important: otherwise a chosen dark theme, or the browser's for printing, would win.
  const important = Object.entries(variables(printed, "light")).map(([name, value]) => [name, `${value} !important`]);
  addBase({ "@media print": { ":root": Object.fromEntries(important) } });
  addBase({
    "[data-reading='sepia']": Object.fromEntries(Object.entries(sepia).map(([name, value]) => [`--${name}`, value])),
  });
  for (const [season, { light, dark }] of Object.entries(seasons)) {
    const here = `[data-season='${season}']`;
    addBase({ [here]: variables(light, "light") });
    addBase({
      "@media (prefers-color-scheme: dark)": { [`${here}:not([data-theme='light'])`]: variables(dark, "dark") },
    });
    addBase({ [`${here}[data-theme='dark']`]: variables(dark, "dark") });
  }
});

function withColor(color: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, color]));
}

const names = [...Object.keys(themes.light), ...Object.keys(seasons.default.light), "season-ground"];

const config: Config = {
  content: [],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(names.map((name) => [name, `var(--${name})`])),
    },
    fontFamily: {
      title: ['"Fraunces Variable"', '"Fraunces Fallback"', "Georgia", "serif"],
      mono: ["ui-monospace", '"SFMono-Regular"', "Menlo", "Consolas", '"Liberation Mono"', "monospace"],
      text: ['"Figtree Variable"', '"Figtree Fallback"', "system-ui", "sans-serif"],
    },
    fontSize: {
      xs: ["0.8125rem", { lineHeight: "1.25rem" }],
      sm: ["0.9375rem", { lineHeight: "1.4rem" }],
      base: ["1.0625rem", { lineHeight: "1.7rem" }],
      lg: ["1.1875rem", { lineHeight: "1.75rem" }],
      // never wider than a phone's longest word, however large its type is set
      xl: ["min(1.375rem, 9vw)", { lineHeight: "1.31" }],
      "2xl": ["min(1.75rem, 10.5vw)", { lineHeight: "1.23" }],
      "3xl": ["min(clamp(1.9rem, 1.5rem + 1.8vw, 2.6rem), 9.5vw)", { lineHeight: "1.12" }],
    },
    borderRadius: { none: "0", sm: "0.375rem", md: "0.625rem", lg: "1rem", xl: "1.5rem", full: "9999px" },
    boxShadow: {
      none: "0 0 #0000",
      page: "0 1px 2px rgb(60 30 20 / 0.06), 0 8px 24px -12px rgb(60 30 20 / 0.18)",
      lifted: "0 2px 6px rgb(20 8 5 / 0.13), 0 24px 48px -16px rgb(20 8 5 / 0.32)",
      book: "2px 3px 6px rgb(30 10 5 / 0.25), 10px 18px 30px -10px rgb(30 10 5 / 0.45)",
    },
    transitionDuration: { DEFAULT: "160ms", quick: "150ms", calm: "220ms" },
    transitionTimingFunction: { DEFAULT: "cubic-bezier(0.2, 0.7, 0.3, 1)", out: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
    extend: { maxWidth: { measure: "52ch", page: "72rem" }, spacing: { touch: "2.75rem" } },
  },
  plugins: [palettes],
};

// The style sheet's compiler reads the default export.
export default config;
