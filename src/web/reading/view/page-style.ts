import { fontCss } from "#web/lib/reader-fonts.ts";
import type { ReadingSettings } from "#web/state/reading-settings.ts";

type PageColors = { page: string; ink: string; link: string };

const TEXT_SELECTOR =
  "p, li, blockquote, dd, dt, td, th, div, section, article, figcaption, span, a, em, strong, i, b, h1, h2, h3, h4, h5, h6";

const BLOCK_SELECTOR =
  "body, p, li, blockquote, dd, dt, div, section, article, aside, header, footer, figcaption, td, th";
const HEADING_LINES = 1.25;

export function pageStyle(
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
    :is(h1, h2, h3, h4, h5, h6, #stronger-than-a-class) { line-height: ${HEADING_LINES} !important; }
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
