import { useEffect } from "react";

import { fontCss } from "#web/lib/reader-fonts.ts";
import type { ReadingSettings } from "#web/state/reading-settings.ts";

import type { Reader } from "./reader.ts";

const MARGINS = {
  narrow: { gap: "4%", margin: "8px" },
  medium: { gap: "7%", margin: "20px" },
  wide: { gap: "13%", margin: "36px" },
} as const;
const LINE_CHARACTERS = 38;

/** The page inherits the colors of the screen. */
export function usePageStyle(reader: Reader | null, settings: ReadingSettings): void {
  useEffect(() => {
    if (!reader) return undefined;
    const { element } = reader.view;
    const darkScheme = matchMedia("(prefers-color-scheme: dark)");
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const applyStyle = () => {
      const style = getComputedStyle(element);
      const color = (name: string) => style.getPropertyValue(name).trim();
      const colors = { page: color("--page"), ink: color("--page-ink"), link: color("--page-link") };
      const isPlain = settings.theme === "sepia" || style.colorScheme === "dark";
      reader.view.setStyles(pageStyle(settings, colors, isPlain));
      element.toggleAttribute("animated", !reducedMotion.matches);
    };
    applyStyle();
    const { gap, margin } = MARGINS[settings.margins];
    element.setAttribute("gap", gap);
    element.setAttribute("margin", margin);
    element.setAttribute("max-inline-size", `${Math.round(settings.size * LINE_CHARACTERS)}px`);
    element.setAttribute("flow", settings.flow === "scroll" ? "scrolled" : "paginated");
    const theme = new MutationObserver(applyStyle);
    for (const media of [darkScheme, reducedMotion]) media.addEventListener("change", applyStyle);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-season"] });
    return () => {
      theme.disconnect();
      for (const media of [darkScheme, reducedMotion]) media.removeEventListener("change", applyStyle);
    };
  }, [reader, settings]);
}

type PageColors = { page: string; ink: string; link: string };

const TEXT_SELECTOR =
  "p, li, blockquote, dd, dt, td, th, div, section, article, figcaption, span, a, em, strong, i, b, h1, h2, h3, h4, h5, h6";

const BLOCK_SELECTOR =
  "body, p, li, blockquote, dd, dt, div, section, article, aside, header, footer, figcaption, td, th";
const HEADING_LINE_HEIGHT_FACTOR = 1.25;

function pageStyle(
  settings: ReadingSettings,
  colors: PageColors,
  isPlain: boolean,
): readonly [before: string, after: string] {
  const { faces, family } = fontCss(settings.font);
  const before = `
    ${faces}
    :root { color-scheme: ${settings.theme === "dark" ? "dark" : "light"}; }
    html { font-size: ${settings.size}px; line-height: ${settings.lineHeight}; -webkit-text-size-adjust: none; text-size-adjust: none; hanging-punctuation: allow-end last; }
    body { font-family: ${family || "Georgia, serif"}; }
    p, li, blockquote, dd { orphans: 2; widows: 2; hyphens: auto; }
    a:any-link { color: ${colors.link}; }
    img, svg { cursor: zoom-in; }
    pre { text-align: start; }
    [data-shrunk] { cursor: zoom-in; }
    th, td { padding: 0.1em 0.4em; }`;
  const after = `
    html { --theme-bg-color: ${colors.page}; background: ${colors.page} !important; color: ${colors.ink}; font-size: ${settings.size}px !important; }
    body { color: ${colors.ink}; background: none !important; width: auto !important; min-width: 0 !important; height: auto !important; overflow: visible !important; }
    :is(${BLOCK_SELECTOR}, #stronger-than-a-class) { line-height: ${settings.lineHeight} !important; }
    :is(h1, h2, h3, h4, h5, h6, #stronger-than-a-class) { line-height: ${HEADING_LINE_HEIGHT_FACTOR} !important; }
    :is([data-fitted], #stronger-than-a-class) { font-size: var(--fitted-size) !important; }
    pre, pre * { white-space: pre-wrap !important; overflow-wrap: break-word !important; }
    ${family ? `body, ${TEXT_SELECTOR} { font-family: ${family} !important; }` : ""}
    ${isPlain ? `body *:not(img, svg, svg *) { color: inherit !important; background-color: transparent !important; border-color: currentcolor !important; }\n a:any-link, a:any-link * { color: ${colors.link} !important; }` : ""}
    [data-float=ended] { float: none !important; display: block !important; margin: 1em auto !important; }
    html[data-cover] body { display: flex !important; align-items: center !important; justify-content: center !important; width: 100% !important; max-width: none !important; height: var(--page-height, 100%) !important; min-height: 0 !important; padding: 0 !important; position: static !important; }
    html[data-cover] img, html[data-cover] svg { cursor: auto; }
    ::selection { background: ${colors.link}; color: ${colors.page}; }`;
  return [before, after];
}
