import { BookPlus, Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";

import { useGet } from "#web/api/use-get.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { useOpenEntries } from "#web/ui/forms/use-open-entries.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { NominationEntry } from "./nomination-entry.tsx";
import { NominationForm } from "./nomination-form.tsx";

/** `#nominate` in the address opens the form. */
export function NominationList() {
  const result = useGet("GET /api/nominations");
  const openEntries = useOpenEntries(result.data ?? [], (one, other) => other.id - one.id);
  // The ballot above lists the others.
  const nominations = openEntries.entries.filter(({ id, state }) => state !== "on-ballot" || openEntries.isOpen(id));
  const { hash } = useLocation();
  const [isOpen, setIsOpen] = useState(hash === "#nominate");
  useFocusHashTarget();
  const nameOf = memberNames(nominations.map(({ nominatedBy }) => nominatedBy));
  return (
    <Card
      id="nominate"
      title="Nominations"
      icon={BookPlus}
      actions={
        !isOpen && (
          <Button variant="primary" icon={Plus} onClick={() => setIsOpen(true)}>
            Nominate a book
          </Button>
        )
      }
    >
      {isOpen && <NominationForm onDone={() => setIsOpen(false)} />}
      <QueryStatus query={result} name="the nominations" skeleton={<Skeleton className="h-40" />} />
      {result.data?.length === 0 && (
        <EmptyState mouse="choosing">Nothing nominated yet. What should the club read next?</EmptyState>
      )}
      {openEntries.entries.length > 0 && nominations.length === 0 && !isOpen && (
        <p className="text-ink-soft">All nominations are on the ballot.</p>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {nominations.map((nomination) => (
          <NominationEntry
            key={nomination.id}
            nomination={nomination}
            name={nameOf(nomination.nominatedBy)}
            onOpen={openEntries.onOpen}
          />
        ))}
      </ul>
    </Card>
  );
}
