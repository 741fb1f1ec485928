import { atom, useAtom } from "jotai";
import { Download } from "lucide-react";
import { useDeferredValue } from "react";

import { callUrl } from "#contract/call-url.ts";
import { pluralize } from "#contract/counts.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import type { ShelfYear as Year } from "#contract/shelf.ts";
import { useGet } from "#web/api/use-get.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { Field } from "#web/ui/forms/field.tsx";

import { ImportCard } from "./import-card.tsx";
import { ShelfSkeleton } from "./shelf-skeleton.tsx";
import { ShelfYear, ShelvedBooks } from "./shelf-year.tsx";

const EXPORTS = [
  ["Spreadsheet (CSV)", "GET /api/shelf/export.csv"],
  ["JSON with reviews", "GET /api/shelf/export.json"],
] as const;

export function ShelfList() {
  const isAdmin = useIsAdmin();
  const result = useGet("GET /api/shelf");
  const years = result.data;
  return (
    <>
      <QueryStatus query={result} name="the shelf" skeleton={<ShelfSkeleton />} />
      {years?.length === 0 && (
        <EmptyState mouse="choosing">No books yet. Once the club has read one, it'll be here.</EmptyState>
      )}
      {years && years.length > 0 && <SearchableYears years={years} />}
      {years && years.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          <Download className="size-4" />
          Download the list:
          {EXPORTS.map(([name, call]) => (
            <a key={name} className="inline-flex min-h-touch items-center underline" href={callUrl(call)} download>
              {name}
            </a>
          ))}
        </p>
      )}
      {isAdmin && <ImportCard />}
    </>
  );
}

/** Atoms, so that Back from a book restores the shelf. */
const searchAtom = atom("");
const openYearsAtom = atom<Readonly<Record<number, boolean>>>({});

/** The newest year is open. A search includes all years. */
function SearchableYears({ years }: { years: readonly Year[] }) {
  const [search, setSearch] = useAtom(searchAtom);
  const [openYears, setOpenYears] = useAtom(openYearsAtom);
  const searchKey = useDeferredValue(toSearchKey(search));
  const matchingBooks = years.flatMap(({ books }) =>
    books.filter(({ title, author }) => toSearchKey(`${title} ${author}`).includes(searchKey)),
  );
  return (
    <>
      <Field
        type="search"
        label="Find a book"
        isLabelHidden
        className="mb-5 max-w-sm"
        placeholder="Find a book by title or author"
        value={search}
        onText={setSearch}
      />
      {searchKey === "" ? (
        years.map((year, index) => (
          <ShelfYear
            key={year.year}
            {...year}
            isFirst={index === 0}
            isOpen={openYears[year.year] ?? index === 0}
            onToggle={(isOpen) => setOpenYears((before) => ({ ...before, [year.year]: isOpen }))}
          />
        ))
      ) : (
        <section className="mb-6">
          <output className="mb-4 block text-sm text-ink-soft">
            {matchingBooks.length === 0 ? "No book matches." : pluralize(matchingBooks.length, "book")}
          </output>
          <ShelvedBooks books={matchingBooks} isYearShown />
        </section>
      )}
    </>
  );
}

const toSearchKey = (text: string): string =>
  normalizeText(text, "NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .trim();
