import { BLOCKS } from "#contract/split-sentences.ts";

import type { PageLayer } from "./page-layer.ts";
import type { TextMap } from "./text-map.ts";

type Page = { doc: Document; section: number; map: TextMap; layer: PageLayer };
/** In code points. One that isn't `sure` has its paragraph marked. */
export type SpokenRange = { section: number; from: number; to: number; sure: boolean };

/** Marks in the shown pages what a voice reads (BEYOND 11). */
export function createSpokenHighlight() {
  let pages: Page[] = [];
  let voiced: SpokenRange | null = null;
  let color = "";

  function draw(): void {
    for (const page of pages) page.layer.markVoice(markOn(page));
  }
  function markOn({ section, map }: Page): { range: Range; color: string } | null {
    if (voiced?.section !== section) return null;
    const range = map.rangeAt(voiced.from, voiced.to - voiced.from);
    return { range: voiced.sure ? range : (paragraphOf(range) ?? range), color };
  }

  return {
    show(next: SpokenRange | null, nextColor: string): void {
      [voiced, color] = [next, nextColor];
      draw();
    },
    attach(page: Page): void {
      // those that went away have no window
      pages = [...pages.filter(({ doc }) => doc.defaultView && doc !== page.doc), page];
      draw();
    },
  };
}

/** All of the innermost block in which a range begins. */
function paragraphOf({ startContainer }: Range): Range | null {
  let block: Element | null = startContainer.parentElement;
  while (block && !BLOCKS.has(block.localName.toLowerCase())) block = block.parentElement;
  if (!block || block.localName === "body") return null;
  const range = startContainer.ownerDocument?.createRange();
  range?.selectNodeContents(block);
  return range ?? null;
}
