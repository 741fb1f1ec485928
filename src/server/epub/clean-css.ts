/** Adapts a book's style to columns; `vw` and `vh` become the page's (`--page-width`), not the frame's. */
export function cleanCss(css: string): string {
  return css
    .replaceAll(/(?<=[{\s;])-epub-(?=[a-z])/gi, "")
    .replaceAll(/(?<![\w.#-])(\d+(?:\.\d+)?|\.\d+)v([wh])\b/gi, (_, share: string, side: string) => {
      const unit = side.toLowerCase() === "w" ? "--page-width" : "--page-height";
      return `calc(${share} * var(${unit}, 1v${side}) / 100)`.replace("1vw)", "100vw)").replace("1vh)", "100vh)");
    })
    .replaceAll(/page-break-(after|before|inside)\s*:/gi, "-webkit-column-break-$1:")
    .replaceAll(/(?<!-)break-(after|before|inside)\s*:\s*(avoid-)?page\b/gi, "break-$1: $2column");
}
