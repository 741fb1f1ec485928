import { LibraryBig } from "lucide-react";

import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { BookForm } from "./book-form.tsx";
import { BookPicker } from "./book-picker.tsx";
import { usePickedBook } from "./use-picked-book.ts";

export function BookTab() {
  const picked = usePickedBook();
  const titles = useGet("GET /api/books");
  const both = {
    data: picked.data !== undefined && titles.data ? { book: picked.data, titles: titles.data } : undefined,
    error: picked.error ?? titles.error,
    refetch: () => Promise.all([picked.refetch(), titles.refetch()]),
  };
  return (
    <Card title="Book Info" icon={LibraryBig}>
      <div className="space-y-6">
        <BookPicker picked={picked} canAdd />
        <QueryContent query={both} what="the book" skeleton={<Skeleton shape="control" className="h-300 md:h-220" />}>
          {(shown) => <BookForm key={shown.book?.id ?? picked.pick} {...shown} picked={picked} />}
        </QueryContent>
      </div>
    </Card>
  );
}
