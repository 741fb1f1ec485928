import { BookOpenText, Headphones, Undo2 } from "lucide-react";

import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";

import type { PaperBook, ReportedPosition, usePaper } from "./use-paper.ts";

type Props = {
  book: PaperBook;
  copy: ReturnType<typeof usePaper>;
  formatPosition?: (fraction: number) => string;
};

/** A reported position that isn't a page can be undone for this time (BEYOND 6). */
const UNDO_WINDOW_MS = 60_000;

export function PageSaved({ book, copy: { saved, undo, progress, clearUndo }, formatPosition = formatPercent }: Props) {
  const hasUndoLimit = saved?.mutation.kind === "reached";
  useTimeout(clearUndo, hasUndoLimit ? UNDO_WINDOW_MS : null, saved);
  const isOffered = progress?.offer?.from === "paper";
  return (
    <output className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunk px-4 py-2 empty:sr-only">
      {saved && (
        <>
          <span>
            Saved: {formatSavedPosition(saved.mutation, formatPosition)}.
            {hasUndoLimit && " Too far? You have a minute to undo it."}
          </span>
          <Button icon={Undo2} disabled={undo.isPending} onClick={undo.press}>
            Undo
          </Button>
          {isOffered && book.hasText && (
            <ButtonLink to="/read?from=paper" variant="plain" icon={BookOpenText}>
              Read from here
            </ButtonLink>
          )}
          {isOffered && book.hasAudio && (
            <ButtonLink to="/audiobook?from=paper" variant="plain" icon={Headphones}>
              Listen from here
            </ButtonLink>
          )}
        </>
      )}
    </output>
  );
}

function formatSavedPosition(mutation: ReportedPosition, formatPosition: (fraction: number) => string): string {
  if (mutation.kind === "reached") return formatPosition(mutation.fraction);
  return `page ${mutation.place.page ?? 0} of ${mutation.place.pages}`;
}

const formatPercent = (fraction: number) => `${Math.floor(fraction * 100)}% of the book`;
