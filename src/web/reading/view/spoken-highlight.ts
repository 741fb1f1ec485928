import type { PageLayer } from "./page-layer.ts";
import { closestBlock, type TextMap } from "./text-map.ts";

type HighlightedPage = { doc: Document; section: number; map: TextMap; layer: PageLayer };
/** A range in code points. If it isn't `sure`, its paragraph is highlighted. */
export type SpokenRange = { section: number; from: number; to: number; sure: boolean };

export function createSpokenHighlight() {
  let pages: HighlightedPage[] = [];
  let spokenRange: SpokenRange | null = null;

  function draw(): void {
    for (const page of pages) page.layer.highlightSpoken(rangeOn(page));
  }
  function rangeOn({ section, map }: HighlightedPage): Range | null {
    if (spokenRange?.section !== section) return null;
    const range = map.rangeAt(spokenRange.from, spokenRange.to - spokenRange.from);
    return spokenRange.sure ? range : (paragraphOf(range) ?? range);
  }

  return {
    show(next: SpokenRange | null): void {
      spokenRange = next;
      draw();
    },
    attach(page: HighlightedPage): void {
      // Documents of removed frames have no window.
      pages = [...pages.filter(({ doc }) => doc.defaultView && doc !== page.doc), page];
      draw();
    },
  };
}

function paragraphOf({ startContainer }: Range): Range | null {
  const block = closestBlock(startContainer);
  if (!block || block.localName === "body") return null;
  const range = startContainer.ownerDocument?.createRange();
  range?.selectNodeContents(block);
  return range ?? null;
}
