import { LibraryBig } from "lucide-react";

import { useGet } from "#web/api/use-get.ts";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { BookForm } from "./book-form.tsx";
import { BookPicker } from "./book-picker.tsx";
import { usePickedBook } from "./use-picked-book.ts";

export function BookTab() {
  const picked = usePickedBook();
  const titles = useGet("GET /api/books");
  const { pick, book } = picked;
  // A later error keeps the form, which may have unsaved text.
  const error = picked.error ?? (titles.data ? null : titles.error);
  const retry = () => {
    picked.refetch();
    void titles.refetch();
  };
  return (
    <Card title="Book Info" icon={LibraryBig}>
      <div className="space-y-6">
        <BookPicker picked={picked} canAdd />
        {error ? (
          <LoadError what="the book" error={error} onRetry={retry} />
        ) : book === undefined || titles.data === undefined ? (
          <Skeleton shape="control" className="h-300 md:h-220" />
        ) : (
          <BookForm key={book?.id ?? pick} book={book} titles={titles.data} picked={picked} />
        )}
      </div>
    </Card>
  );
}
