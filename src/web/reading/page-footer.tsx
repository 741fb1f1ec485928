import type { Contents } from "#contract/reading.ts";

import { chapterAtCodePoint } from "./chapters.ts";
import type { Reader } from "./reader.ts";
import { useReaderState } from "./use-reader.ts";

export function PageFooter({ reader, contents }: { reader: Reader; contents: Contents }) {
  const place = useReaderState(reader, "place");
  if (!place) return null;
  const title = chapterAtCodePoint(contents, place.at, place.section)?.title ?? contents.title;
  const { page, fraction } = place;
  return (
    <p className="flex justify-center gap-1 px-6 text-xs whitespace-nowrap text-ink-soft tabular-nums">
      <span className="truncate">{title}</span>
      {page ? ` · page ${page.number} of ${page.total}` : ` · ${Math.floor(fraction * 100)}%`}
    </p>
  );
}

/** One line at any font size, in place of the page number. */
export function TapHint({ isScrolled }: { isScrolled: boolean }) {
  const pressVerb = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  return (
    <output className="flex justify-center">
      <span className="rounded-full bg-ink px-3 text-[min(0.8125rem,3.6vw)] leading-5 whitespace-nowrap text-paper">
        {isScrolled
          ? `${pressVerb} the page for the menu.`
          : `${pressVerb} the middle for the menu, the sides to turn.`}
      </span>
    </output>
  );
}
