import type { ReadingSettings } from "#web/reading/settings.ts";

import { fontCss } from "./fonts.ts";

export type PageColors = { page: string; ink: string; link: string };

const TEXT =
  "p, li, blockquote, dd, dt, td, th, div, section, article, figcaption, span, a, em, strong, i, b, h1, h2, h3, h4, h5, h6";

/** The reader's settings over the book's style. @param size of the page in pixels */
export function pageStyle(
  settings: ReadingSettings,
  colors: PageColors,
  size: { width: number; height: number },
  isPlain: boolean,
): readonly [before: string, after: string] {
  const { faces, family } = fontCss(settings.font);
  const before = `
    ${faces}
    :root { --page-width: ${size.width}px; --page-height: ${size.height}px; color-scheme: ${settings.theme === "dark" ? "dark" : "light"}; }
    html { font-size: ${settings.size}px; line-height: ${settings.lineHeight}; -webkit-text-size-adjust: none; text-size-adjust: none; hanging-punctuation: allow-end last; }
    body { font-family: ${family || "Georgia, serif"}; }
    p, li, blockquote, dd { orphans: 2; widows: 2; hyphens: auto; }
    a:any-link { color: ${colors.link}; }
    img, svg { cursor: zoom-in; }
    pre { white-space: pre-wrap; text-align: start; }
    th, td { padding: 0.1em 0.4em; }`;
  const after = `
    html { --theme-bg-color: ${colors.page}; background: ${colors.page} !important; color: ${colors.ink}; font-size: ${settings.size}px !important; }
    body { color: ${colors.ink}; background: none !important; }
    p, li, blockquote, dd, dt, div { line-height: ${settings.lineHeight} !important; }
    ${family ? `body, ${TEXT} { font-family: ${family} !important; }` : ""}
    ${isPlain ? `body *:not(img, svg, svg *) { color: inherit !important; background-color: transparent !important; border-color: currentcolor !important; }\n a:any-link, a:any-link * { color: ${colors.link} !important; }` : ""}
    ::selection { background: ${colors.link}; color: ${colors.page}; }`;
  return [before, after];
}
