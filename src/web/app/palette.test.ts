import { describe, expect, test } from "bun:test";

import { palettes, seasons, sepia, themes } from "../../../tailwind.config.ts";

const textOn = (text: string, ...backgrounds: string[]): [string, string][] =>
  backgrounds.map((ground) => [text, ground]);

/** Text on its background: at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
const TEXT: [string, string][] = [
  ...textOn("page-ink", "page"),
  ...textOn("page-link", "page"),
  ...textOn("ink", "page", "paper", "sheet", "sunk", "season-tint", "danger-tint", "wine-tint"),
  ...textOn("ink-soft", "page", "paper", "sheet", "sunk", "season-tint", "danger-tint"),
  ...textOn("season", "page", "paper", "sheet", "sunk", "season-tint"),
  ...textOn("wine", "paper", "sheet", "sunk", "wine-tint", "season-tint"),
  ...textOn("danger", "paper", "sheet", "sunk", "danger-tint"),
  ...textOn("success", "paper", "sheet"),
  ...textOn("on-solid", "wine-solid", "wine-deep", "danger-solid", "season-solid", "season-deep"),
  ...textOn("season-deep", "on-solid"),
  ...textOn("paper", "ink"),
  ...textOn("sheet", "season"),
];

/** Edges of boxes, the focus ring, and the filled part of a bar: at least 3 to 1 (WCAG 2.2, 1.4.11). */
const EDGES: [string, string][] = [
  ...textOn("line-strong", "sheet", "paper", "sunk", "season-tint"),
  ...textOn("season", "paper", "sheet", "sunk", "line"),
  ...textOn("danger", "sheet", "danger-tint"),
];

describe("the palette", () => {
  test("has wine-red buttons, season colors in player and reader", async () => {
    const parts = [...new Bun.Glob("src/web/{app,features,ui}/**/*.tsx").scanSync(".")];
    const texts = await Promise.all(parts.map((part) => Bun.file(part).text()));
    const seasonalPattern = /variant="season"|"season" : "|: "season"\}|buttonClass\("season"/;
    expect(parts.filter((_, at) => seasonalPattern.test(texts[at] ?? ""))).toEqual([]);
  });

  for (const theme of ["light", "dark"] as const) {
    for (const [season, colors] of Object.entries(seasons)) {
      const palette: Record<string, string> = { ...themes[theme], ...colors[theme] };
      test(`is readable in ${season}, ${theme}`, () => {
        const lowPairs = [...TEXT.map((pair) => [...pair, 4.5] as const), ...EDGES.map((pair) => [...pair, 3] as const)]
          .map(([foreground, ground, minContrast]) => ({
            over: foreground,
            ground,
            least: minContrast,
            ratio: contrast(palette[foreground], palette[ground]),
          }))
          .filter(({ ratio, least }) => !(ratio >= least));
        expect(lowPairs).toEqual([]);
      });
    }
  }

  for (const theme of ["light", "dark"] as const)
    test(`contrasts each control of the player with its card, ${theme}`, async () => {
      const backgrounds = (await looksOf("src/web/listening/**/*.tsx")).flatMap(({ text, ground }) =>
        text && ground && !ground.endsWith("-tint") ? [ground] : [],
      );
      expect(backgrounds.length).toBeGreaterThan(2);
      const lowPairs = Object.entries(seasons).flatMap(([season, colors]) => {
        const { sheet, ...rest }: Record<string, string> = { ...themes[theme], ...colors[theme] };
        return backgrounds
          .filter((ground) => contrast(rest[ground], sheet) < 3)
          .map((ground) => `${ground} in ${season}`);
      });
      expect(lowPairs).toEqual([]);
    });

  test("prints in black and white", () => {
    const rules: unknown[] = [];
    const addBase = (rule: unknown) => rules.push(rule);
    palettes.handler({ addBase } as unknown as Parameters<typeof palettes.handler>[0]);
    const printRules = rules.map((rule) => JSON.stringify(rule)).find((rule) => rule.startsWith('{"@media print"'));
    const printed = (name: string) => new RegExp(`"--${name}":"(black|white) !important"`).exec(printRules ?? "")?.[1];
    const readablePairs = ["black on white", "white on black"];
    expect(
      // a page of a book isn't printed
      TEXT.filter((pair) => !pair.some((name) => name.startsWith("page")))
        .map(([text, ground]) => ({ text, ground, colors: `${printed(text)} on ${printed(ground)}` }))
        .filter(({ colors }) => !readablePairs.includes(colors)),
    ).toEqual([]);
  });

  test("is readable on a page in sepia", () => {
    const textColors = [sepia["page-ink"], sepia["page-link"], themes.light.ink, themes.light["ink-soft"]];
    expect(textColors.filter((ink) => contrast(ink, sepia.page) < 4.5)).toEqual([]);
  });

  test("covers each pair of text and background colors", async () => {
    const knownPairs = new Set(TEXT.map((pair) => pair.join(" on ")));
    const texts = new Set(TEXT.map(([text]) => text));
    const looks = await looksOf("src/web/**/*.tsx");
    expect(looks.length).toBeGreaterThan(100);
    const pairs = looks.flatMap(({ text, ground }) => (text && ground ? [`${text} on ${ground}`] : []));
    expect([...new Set(pairs)].filter((pair) => !knownPairs.has(pair))).toEqual([]);
    expect([...new Set(looks.map(({ text }) => text))].filter((text) => text && !texts.has(text))).toEqual([]);
  });
});

type Look = { text?: string | undefined; ground?: string | undefined };

/** The text and background colors that one class name combines, for each state (hover, selected …). */
async function looksOf(files: string): Promise<Look[]> {
  const looks: Look[] = [];
  for (const file of new Bun.Glob(files).scanSync("."))
    for (const [, names = ""] of (await Bun.file(file).text()).matchAll(/["'`]([^"'`\n]*)["'`]/g)) {
      const states = new Map<string, Look>();
      for (const [, state = "", kind, color = ""] of names.matchAll(/(?<=^|\s)((?:\S+:)?)(text|bg)-([a-z-]+)(?=\s|$)/g))
        if (color in palette) states.set(state, { ...states.get(state), [kind === "text" ? "text" : "ground"]: color });
      looks.push(...states.values());
    }
  return looks;
}

const palette: Record<string, string> = { ...themes.light, ...seasons.default.light };

function contrast(one = "", other = ""): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
