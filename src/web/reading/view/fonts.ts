import figtreeExt from "@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
import frauncesExt from "@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2";
import literataExtItalic from "@fontsource-variable/literata/files/literata-latin-ext-wght-italic.woff2";
import literataExt from "@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2";
import literataItalic from "@fontsource-variable/literata/files/literata-latin-wght-italic.woff2";
import literata from "@fontsource-variable/literata/files/literata-latin-wght-normal.woff2";
import dyslexicItalic from "@fontsource/opendyslexic/files/opendyslexic-latin-400-italic.woff2";
import dyslexic from "@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2";
import dyslexicBold from "@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2";
import { preload } from "react-dom";

export const FONTS = ["serif", "club", "sans", "dyslexia", "book"] as const;
export type FontName = (typeof FONTS)[number];

export const FONT_LABELS: Record<FontName, string> = {
  serif: "Serif",
  club: "The club's",
  sans: "Sans serif",
  dyslexia: "Dyslexia",
  book: "The book's own",
};

type Face = {
  url: string;
  /** The Latin Extended subset, fetched only if a chapter needs it. */
  ext?: string;
  weight: string;
  style?: "italic";
};

const FAMILIES: Record<Exclude<FontName, "book">, { family: string; fallback: string; faces: readonly Face[] }> = {
  serif: {
    family: "Literata",
    fallback: "Georgia, serif",
    faces: [
      { url: literata, ext: literataExt, weight: "200 900" },
      { url: literataItalic, ext: literataExtItalic, weight: "200 900", style: "italic" },
    ],
  },
  club: {
    family: "Fraunces",
    fallback: "Georgia, serif",
    faces: [{ url: fraunces, ext: frauncesExt, weight: "100 900" }],
  },
  sans: {
    family: "Figtree",
    fallback: "system-ui, sans-serif",
    faces: [{ url: figtree, ext: figtreeExt, weight: "300 900" }],
  },
  // Its files include Latin Extended.
  dyslexia: {
    family: "OpenDyslexic",
    fallback: "Verdana, sans-serif",
    faces: [
      { url: dyslexic, weight: "400" },
      { url: dyslexicBold, weight: "700" },
      { url: dyslexicItalic, weight: "400", style: "italic" },
    ],
  },
};

/** The unicode-range of the font packages. */
const LATIN_EXT =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

/** CSS and family name; empty for the book's own font. */
export function fontCss(name: FontName): { faces: string; family: string } {
  if (name === "book") return { faces: "", family: "" };
  const { family, fallback, faces } = FAMILIES[name];
  const css = faces.flatMap(({ url, ext, weight, style = "normal" }) => {
    const face = (file: string, more = "") =>
      `@font-face{font-family:"Reader ${family}";font-weight:${weight};font-style:${style};font-display:swap;src:url("${new URL(file, location.href).href}") format("woff2")${more}}`;
    // First, because browsers try the last matching face first.
    return ext ? [face(ext, `;unicode-range:${LATIN_EXT}`), face(url)] : face(url);
  });
  return { faces: css.join("\n"), family: `"Reader ${family}", ${fallback}` };
}

/** Preloads a font along with the book, so that the first layout has it. */
export function preloadFont(name: FontName): void {
  const [face] = name === "book" ? [] : FAMILIES[name].faces;
  if (face) preload(face.url, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
