import { LibraryBig } from "lucide-react";

import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { BookForm } from "./book-form.tsx";
import { BookPicker } from "./book-picker.tsx";
import { usePickedBook } from "./use-picked-book.ts";

export function BookTab() {
  const pickedBook = usePickedBook();
  const titles = useGet("GET /api/books");
  const query = {
    data: pickedBook.data !== undefined && titles.data ? { book: pickedBook.data, titles: titles.data } : undefined,
    error: pickedBook.error ?? titles.error,
    refetch: () => Promise.all([pickedBook.refetch(), titles.refetch()]),
  };
  return (
    <Card title="Book Info" icon={LibraryBig} className="space-y-6">
      <BookPicker picked={pickedBook} canAdd />
      <QueryContent query={query} name="the book" skeleton={<Skeleton shape="control" className="h-300 md:h-220" />}>
        {(data) => <BookForm key={data.book?.id ?? pickedBook.pick} {...data} picked={pickedBook} />}
      </QueryContent>
    </Card>
  );
}
