import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { startTransition, useEffect, useState } from "react";

import { addressOf } from "#contract/address-of.ts";
import type { ShelfYear as Year } from "#contract/shelf.ts";
import { query } from "#web/api/query.ts";
import { useIsFirstPage } from "#web/lib/browser/first-page.ts";
import { useIsAdmin } from "#web/state/use-is-admin.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadError } from "#web/ui/feedback/load-error.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { ImportCard } from "./import-card.tsx";
import { ShelfYear, YearSkeleton } from "./shelf-year.tsx";

export function ShelfList() {
  const isAdmin = useIsAdmin();
  const { data: years, error, refetch } = useQuery(query("GET /api/shelf"));
  return (
    <>
      {error && <LoadError what="the shelf" error={error} onRetry={() => void refetch()} className="mb-6" />}
      {!years && !error && <ShelfSkeleton />}
      {years?.length === 0 && (
        <EmptyState mouse="choosing">No books yet. Once the club has read one, it'll be here.</EmptyState>
      )}
      {years && <Years years={years} />}
      {years && years.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          <Download className="size-4" />
          Download the list:
          <a
            className="inline-flex min-h-touch items-center underline"
            href={addressOf("GET /api/shelf/export.csv")}
            download
          >
            Spreadsheet (CSV)
          </a>
          <a
            className="inline-flex min-h-touch items-center underline"
            href={addressOf("GET /api/shelf/export.json")}
            download
          >
            JSON with reviews
          </a>
        </p>
      )}
      {isAdmin && <ImportCard />}
    </>
  );
}

/** On the visit's first page a year at a time, which leaves a slow phone responsive. */
function Years({ years }: { years: readonly Year[] }) {
  const isFirst = useIsFirstPage();
  const [shown, setShown] = useState(isFirst ? 1 : Infinity);
  useEffect(() => {
    if (shown >= years.length) return;
    const next = setTimeout(() => startTransition(() => setShown(shown + 1)));
    return () => clearTimeout(next);
  }, [shown, years.length]);
  return years.slice(0, shown).map((year, index) => <ShelfYear key={year.year} {...year} isFirst={index === 0} />);
}

const SKELETONS = [1, 2, 3, 4, 5, 6].map((book) => <Skeleton key={book} className="aspect-2/3" />);

function ShelfSkeleton() {
  return (
    <output aria-label="Loading the shelf" className="block">
      <YearSkeleton covers={SKELETONS} />
    </output>
  );
}
