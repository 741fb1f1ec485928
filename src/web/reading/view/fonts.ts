import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2";
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

type Face = { url: string; weight: string; style?: "italic" };

const FAMILIES: Record<Exclude<FontName, "book">, { family: string; fallback: string; faces: readonly Face[] }> = {
  serif: {
    family: "Literata",
    fallback: "Georgia, serif",
    faces: [
      { url: literata, weight: "200 900" },
      { url: literataItalic, weight: "200 900", style: "italic" },
    ],
  },
  club: { family: "Fraunces", fallback: "Georgia, serif", faces: [{ url: fraunces, weight: "100 900" }] },
  sans: { family: "Figtree", fallback: "system-ui, sans-serif", faces: [{ url: figtree, weight: "300 900" }] },
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

/** CSS and family name; empty for the book's own. */
export function fontCss(name: FontName): { faces: string; family: string } {
  if (name === "book") return { faces: "", family: "" };
  const { family, fallback, faces } = FAMILIES[name];
  const css = faces.map(
    ({ url, weight, style = "normal" }) =>
      `@font-face{font-family:"Reader ${family}";font-weight:${weight};font-style:${style};font-display:swap;src:url("${new URL(url, location.href).href}") format("woff2")}`,
  );
  return { faces: css.join("\n"), family: `"Reader ${family}", ${fallback}` };
}

/** Loads a font while the book is still loading, so that the first layout has it. */
export function preloadFont(name: FontName): void {
  const [face] = name === "book" ? [] : FAMILIES[name].faces;
  if (face) preload(face.url, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
