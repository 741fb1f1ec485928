import { Check, Library } from "lucide-react";

import type { Copies, CopyKind, ShelfPage } from "#contract/shelf.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { PeopleList } from "#web/ui/images/people.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { LibraryLinks } from "#web/ui/text/library-links.tsx";

const KIND_LABELS = { lend: "I can lend mine", borrow: "I'm looking for one" } as const;

/** Libraries, and members who lend or look for a copy of this month's book, until its meeting (BEYOND 10). */
export function CopiesCard({ book }: { book: ShelfPage }) {
  const result = useGet("GET /api/books/:id/copies", { params: { id: book.id } });
  return (
    <Card id="copies" title="Get a copy" icon={Library}>
      <LibraryLinks isbn={book.isbn} title={book.title} />
      <QueryContent query={result} name="who has a copy" lines={2}>
        {(copies) => <CopyLists bookId={book.id} copies={copies} />}
      </QueryContent>
    </Card>
  );
}

function CopyLists({ bookId, copies }: { bookId: number; copies: Copies }) {
  const toggleCopy = useMutationWithToast({
    mutationFn: (kind: CopyKind) =>
      copies.mine === kind
        ? call("DELETE /api/books/:id/copy", { params: { id: bookId } })
        : call("PUT /api/books/:id/copy", { params: { id: bookId }, body: { kind } }),
    failed: "That wasn't saved. Please try again.",
    updatesQuery: query("GET /api/books/:id/copies", { params: { id: bookId } }),
  });
  const nameOf = memberNames([...copies.lend, ...copies.borrow]);
  const withNames = (people: Copies["lend"]) => people.map((person) => ({ ...person, name: nameOf(person) }));
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(["lend", "borrow"] as const).map((kind) => (
          <Button
            key={kind}
            aria-pressed={copies.mine === kind}
            icon={copies.mine === kind ? Check : undefined}
            disabled={toggleCopy.isPending}
            onClick={ignoreDoubleClick(() => toggleCopy.mutate(kind))}
          >
            {KIND_LABELS[kind]}
          </Button>
        ))}
      </div>
      <PeopleList title="Can lend a copy" people={withNames(copies.lend)} />
      <PeopleList title="Looking for a copy" people={withNames(copies.borrow)} />
    </>
  );
}
