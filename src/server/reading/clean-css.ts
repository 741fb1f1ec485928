/**
 * Makes a book's style fit pages of columns: `page-break-*` means columns, `-epub-` names lose their prefix, and `vw`
 * and `vh` are shares of the page instead of the frame, which is as wide as the whole chapter. The reader sets
 * `--page-width` and `--page-height`.
 */
export function cleanCss(css: string): string {
  return css
    .replaceAll(/(?<=[{\s;])-epub-(?=[a-z])/gi, "")
    .replaceAll(/(?<![\w.#-])(\d*\.?\d+)v([wh])\b/gi, (_, share: string, side: string) => {
      const unit = side.toLowerCase() === "w" ? "--page-width" : "--page-height";
      return `calc(${share} * var(${unit}, 1v${side}) / 100)`.replace("1vw)", "100vw)").replace("1vh)", "100vh)");
    })
    .replaceAll(/page-break-(after|before|inside)\s*:/gi, "-webkit-column-break-$1:")
    .replaceAll(/(?<!-)break-(after|before|inside)\s*:\s*(avoid-)?page\b/gi, "break-$1: $2column");
}
