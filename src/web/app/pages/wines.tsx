import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { WineList } from "#web/shelf/wine-list.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  const [query] = useSearchParams();
  const book = query.get("book") ?? "";
  return (
    <>
      <PageHeading title="Wine Recommendations">What to drink with the book, and why.</PageHeading>
      <WineList bookId={/^[1-9]\d{0,9}$/.test(book) ? Number(book) : null} />
    </>
  );
}
