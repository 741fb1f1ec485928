import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";

import type { usePaper } from "./use-paper.ts";

const PAGES_MAX = 5;

/** Clearing the pages also deletes fixed points that were found in the wrong place. */
export function EarlierPages({ bookId, copy }: { bookId: number; copy: ReturnType<typeof usePaper> }) {
  const { data = [] } = useGet("GET /api/books/:id/paper/history", { params: { id: bookId } });
  const params = { id: bookId };
  const { paper, restore, startOver, isPending } = copy;
  const otherPages = data
    .filter(({ page, pages }) => page !== paper?.page || pages !== paper.pages)
    .slice(0, PAGES_MAX);
  const isClearable = paper?.page != null && !isPending;
  if (otherPages.length === 0 && !isClearable) return null;
  return (
    <Fold title={otherPages.length > 0 ? "Earlier pages" : "Wrong page?"}>
      <ul>
        {otherPages.map(({ id, page, pages, leftAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              Page {page} of {pages}
              <span className="ml-2 text-sm text-ink-soft">{formatMoment(leftAt)}</span>
            </span>
            <Button
              variant="plain"
              disabled={restore.isPending}
              onClick={() => restore.mutate({ params, body: { id } })}
            >
              Go back
            </Button>
          </li>
        ))}
      </ul>
      {isClearable && (
        <Button variant="plain" disabled={startOver.isPending} onClick={() => startOver.mutate({ params })}>
          Clear my pages
        </Button>
      )}
    </Fold>
  );
}
