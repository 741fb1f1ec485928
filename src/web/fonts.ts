import figtree from "../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2" with { type: "file" };
import fraunces from "../../node_modules/@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2" with { type: "file" };

/**
 * Adds the two web fonts. Not by @font-face: the bundler would write them into the style sheet, which the first
 * paint waits for. `index.html` preloads the files, so they are here as soon as there is text to draw.
 */
export function addFonts(): void {
  document.fonts.add(new FontFace("Fraunces Variable", `url(${fraunces})`, { weight: "100 900", display: "swap" }));
  document.fonts.add(new FontFace("Figtree Variable", `url(${figtree})`, { weight: "300 900", display: "swap" }));
}
