import type { Contents } from "#contract/reading.ts";

import { chapterAtCodePoint } from "./chapters.ts";
import type { SearchHit } from "./search.ts";

/** A hit with its chapter and some text around it. */
export function SearchHitText({ hit, contents }: { hit: SearchHit; contents: Contents | undefined }) {
  const chapter = contents && chapterAtCodePoint(contents, hit.fraction * contents.length + 0.5);
  return (
    <>
      <span className="block text-sm text-ink-soft">{chapter?.title}</span>
      <bdi className="wrap-anywhere">
        …{hit.before}
        <mark className="rounded-sm bg-season-tint font-semibold text-season">{hit.match}</mark>
        {hit.after}…
      </bdi>
    </>
  );
}
