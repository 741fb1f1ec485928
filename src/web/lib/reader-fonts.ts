import figtreeExt from "@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
import frauncesExt from "@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2";
import frauncesVietnamese from "@fontsource-variable/fraunces/files/fraunces-vietnamese-wght-normal.woff2";
import literataCyrillicExtItalic from "@fontsource-variable/literata/files/literata-cyrillic-ext-wght-italic.woff2";
import literataCyrillicExt from "@fontsource-variable/literata/files/literata-cyrillic-ext-wght-normal.woff2";
import literataCyrillicItalic from "@fontsource-variable/literata/files/literata-cyrillic-wght-italic.woff2";
import literataCyrillic from "@fontsource-variable/literata/files/literata-cyrillic-wght-normal.woff2";
import literataGreekExtItalic from "@fontsource-variable/literata/files/literata-greek-ext-wght-italic.woff2";
import literataGreekExt from "@fontsource-variable/literata/files/literata-greek-ext-wght-normal.woff2";
import literataGreekItalic from "@fontsource-variable/literata/files/literata-greek-wght-italic.woff2";
import literataGreek from "@fontsource-variable/literata/files/literata-greek-wght-normal.woff2";
import literataExtItalic from "@fontsource-variable/literata/files/literata-latin-ext-wght-italic.woff2";
import literataExt from "@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2";
import literataItalic from "@fontsource-variable/literata/files/literata-latin-wght-italic.woff2";
import literata from "@fontsource-variable/literata/files/literata-latin-wght-normal.woff2";
import literataVietnameseItalic from "@fontsource-variable/literata/files/literata-vietnamese-wght-italic.woff2";
import literataVietnamese from "@fontsource-variable/literata/files/literata-vietnamese-wght-normal.woff2";
import unicodeRanges from "@fontsource-variable/literata/unicode.json";
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

type Subset = keyof typeof unicodeRanges;

type Face = {
  url: string;
  /** Of more languages, fetched only if a chapter needs it. */
  subset?: Subset;
  weight: string;
  style?: "italic";
};

/** Subsets come first, because browsers try the last matching face first. */
const FAMILIES: Record<Exclude<FontName, "book">, { family: string; fallback: string; faces: readonly Face[] }> = {
  serif: {
    family: "Literata",
    fallback: "Georgia, serif",
    faces: [
      { url: literataCyrillic, subset: "cyrillic", weight: "200 900" },
      { url: literataCyrillicExt, subset: "cyrillic-ext", weight: "200 900" },
      { url: literataGreek, subset: "greek", weight: "200 900" },
      { url: literataGreekExt, subset: "greek-ext", weight: "200 900" },
      { url: literataVietnamese, subset: "vietnamese", weight: "200 900" },
      { url: literataExt, subset: "latin-ext", weight: "200 900" },
      { url: literata, weight: "200 900" },
      { url: literataCyrillicItalic, subset: "cyrillic", weight: "200 900", style: "italic" },
      { url: literataCyrillicExtItalic, subset: "cyrillic-ext", weight: "200 900", style: "italic" },
      { url: literataGreekItalic, subset: "greek", weight: "200 900", style: "italic" },
      { url: literataGreekExtItalic, subset: "greek-ext", weight: "200 900", style: "italic" },
      { url: literataVietnameseItalic, subset: "vietnamese", weight: "200 900", style: "italic" },
      { url: literataExtItalic, subset: "latin-ext", weight: "200 900", style: "italic" },
      { url: literataItalic, weight: "200 900", style: "italic" },
    ],
  },
  club: {
    family: "Fraunces",
    fallback: "Georgia, serif",
    faces: [
      { url: frauncesVietnamese, subset: "vietnamese", weight: "100 900" },
      { url: frauncesExt, subset: "latin-ext", weight: "100 900" },
      { url: fraunces, weight: "100 900" },
    ],
  },
  sans: {
    family: "Figtree",
    fallback: "system-ui, sans-serif",
    faces: [
      { url: figtreeExt, subset: "latin-ext", weight: "300 900" },
      { url: figtree, weight: "300 900" },
    ],
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

export function fontCss(name: FontName): { faces: string; family: string } {
  if (name === "book") return { faces: "", family: "" };
  const { family, fallback, faces } = FAMILIES[name];
  const css = faces.map(({ url, subset, weight, style = "normal" }) => {
    const range = subset ? `;unicode-range:${unicodeRanges[subset]}` : "";
    return `@font-face{font-family:"Reader ${family}";font-weight:${weight};font-style:${style};font-display:swap;src:url("${new URL(url, location.href).href}") format("woff2")${range}}`;
  });
  return { faces: css.join("\n"), family: `"Reader ${family}", ${fallback}` };
}

export const fontFiles = (name: FontName): string[] =>
  name === "book" ? [] : FAMILIES[name].faces.map(({ url }) => url);

export function preloadFont(name: FontName): void {
  const face = name === "book" ? undefined : FAMILIES[name].faces.find(({ subset }) => !subset);
  if (face) preload(face.url, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
