import { useSetAtom } from "jotai";
import { Play } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { chapterName, currentChapter } from "#web/listening/player/chapters.ts";
import { leftText } from "#web/listening/player/format-time.ts";
import { playAtom } from "#web/state/listening.ts";
import { Button } from "#web/ui/forms/button.tsx";

/** 'Continue: Nine Endings, 4 min left'; `position` is in seconds. */
export function ContinueButton({ book, position }: { book: Book; position: number }) {
  const play = useSetAtom(playAtom);
  const duration = book.audiobookSeconds ?? 0;
  const chapter = currentChapter(book.chapters, position, duration);
  const secondsLeft = (chapter?.end ?? duration) - position;
  const name = chapter ? `: ${chapterName(chapter)}` : "";
  const leftLabel = secondsLeft > 0 ? `, ${leftText(secondsLeft)}` : "";
  return (
    <Button onClick={play} className="w-full min-w-0 max-sm:px-3 sm:w-auto print:hidden">
      <Play fill="currentColor" className="size-5 shrink-0" />
      <span className="min-w-0 leading-tight text-balance wrap-anywhere max-sm:text-[0.9375rem]">{`Continue${name}${leftLabel}`}</span>
    </Button>
  );
}
