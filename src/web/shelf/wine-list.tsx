import { Plus, Wine as WineGlass } from "lucide-react";
import { useState } from "react";

import { useGet } from "#web/api/use-get.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { PendingMutations } from "#web/offline/queue/pending-mutations.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { useOpenEntries } from "#web/ui/forms/use-open-entries.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { WineEntry } from "./wine-entry.tsx";
import { WineForm } from "./wine-form.tsx";

/** Wines, newest first. @param bookId the book whose page linked here, for which the form is open */
export function WineList({ bookId }: { bookId: number | null }) {
  const result = useGet("GET /api/wines");
  const { data: years, isFetched: areTitlesLoaded } = useGet("GET /api/shelf");
  // Titles that load later would move the wines down.
  const openEntries = useOpenEntries(result.data ?? [], (one, other) => other.id - one.id);
  const wines = areTitlesLoaded && result.data ? openEntries.entries : undefined;
  const [isOpen, setIsOpen] = useState(bookId !== null);
  const titles = new Map(years?.flatMap(({ books }) => books.map(({ id, title }) => [id, title] as const)));
  const nameOf = memberNames((wines ?? []).map(({ author }) => author));
  return (
    <Card
      title="Wines"
      icon={WineGlass}
      actions={
        !isOpen && (
          <Button variant="primary" icon={Plus} onClick={() => setIsOpen(true)}>
            Suggest a wine
          </Button>
        )
      }
    >
      {isOpen && <WineForm bookId={bookId} onDone={() => setIsOpen(false)} />}
      <PendingMutations label="Waiting wines" removeLabel="Don't add" isShown={({ kind }) => kind === "wine"} />
      <QueryStatus query={{ ...result, data: wines }} name="the wines" skeleton={<Skeleton className="h-40" />} />
      {wines?.length === 0 && <EmptyState mouse="sharing">No wines yet. What goes with this month's book?</EmptyState>}
      <ul className="divide-y divide-line empty:hidden">
        {wines?.map((wine) => (
          <WineEntry
            key={wine.id}
            wine={wine}
            bookTitle={wine.bookId === null ? undefined : titles.get(wine.bookId)}
            authorName={nameOf(wine.author)}
            onOpen={openEntries.onOpen}
          />
        ))}
      </ul>
    </Card>
  );
}
