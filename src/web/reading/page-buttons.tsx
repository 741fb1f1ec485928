import { Button } from "#web/ui/forms/button.tsx";

import type { Reader } from "./reader.ts";
import { useReaderState } from "./use-reader.ts";

/** Page buttons for screen readers, which can't use our keys or taps at an edge. The new page is announced. */
export function PageTurns({ reader, language }: { reader: Reader; language: string | null }) {
  const announcement = useReaderState(reader, "announcement");
  return (
    <>
      <div className="pointer-events-auto sr-only mx-auto flex gap-2 p-3 focus-within:not-sr-only">
        <Button onClick={() => void reader.view.previous()}>Previous page</Button>
        <Button onClick={() => void reader.view.next()}>Next page</Button>
      </div>
      <p aria-live="polite" className="sr-only" {...(language && { lang: language })}>
        {announcement}
      </p>
    </>
  );
}

/** In scrolling mode, at the end of a chapter. */
export function NextChapter({ reader }: { reader: Reader }) {
  const place = useReaderState(reader, "place");
  const { element } = reader.view;
  if (!element.scrolled || element.atEnd || !reader.view.isAtSectionEnd()) return null;
  return (
    <div className="pointer-events-auto mx-auto p-3" key={place?.section}>
      <Button variant="season" onClick={() => void reader.view.next()}>
        Next chapter
      </Button>
    </div>
  );
}
