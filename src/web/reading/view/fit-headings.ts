const HEADINGS = "h1, h2, h3, h4, h5, h6";
/** Other scripts can break lines within a word. */
const LONG_WORDS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{Nd}]{2,}/gu;

/** Shrinks a heading with a word wider than its column, down to the size of the text. `pageStyle` has the CSS. */
export function fitHeadings(doc: Document): void {
  const headings = [...doc.body.querySelectorAll<HTMLElement>(HEADINGS)];
  for (const heading of headings) delete heading.dataset["fitted"];
  const text = parseFloat(getComputedStyle(doc.documentElement).fontSize);
  for (const one of headings) {
    const fontFraction = getFittingFraction(one);
    if (fontFraction >= 1) continue;
    const size = Math.floor(parseFloat(getComputedStyle(one).fontSize) * fontFraction);
    one.style.setProperty("--fitted-size", `${Math.max(text, size)}px`);
    one.dataset["fitted"] = "";
  }
}

/** 1 if no word is broken. */
function getFittingFraction(heading: HTMLElement): number {
  const space = heading.getClientRects()[0]?.width ?? 0;
  const { ownerDocument: doc } = heading;
  const texts = doc.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  const range = doc.createRange();
  let maxWidth = space;
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { index, 0: word } of (node.nodeValue ?? "").matchAll(LONG_WORDS)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()];
      if (new Set(lines.map(({ top }) => Math.round(top))).size < 2) continue;
      maxWidth = Math.max(
        maxWidth,
        lines.reduce((sum, { width }) => sum + width, 0),
      );
    }
  return space / maxWidth;
}
