import { useId, useReducer, useState } from "react";

import { PAGES_MAX } from "#contract/limits.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import type { FieldErrors } from "#web/lib/format/validate.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labeled-control.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Fold } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { type FoundPage, PageTextSearch } from "./page-text-search.tsx";
import type { PaperBook, ReportedPosition, usePaper } from "./use-paper.ts";

type Props = {
  book: PaperBook;
  copy: ReturnType<typeof usePaper>;
  onSaved?: () => void;
  onCancel?: () => void;
};

/** A page number, or the first words of the page (BEYOND 10). */
export function PageForm({ book, copy, onSaved, onCancel }: Props) {
  const { paper, savePosition: save } = copy;
  const id = useId();
  const [searchResult, setFound] = useState<FoundPage>({ fraction: null, isUnclear: false });
  const [saveCount, countSave] = useReducer((count: number) => count + 1, 0);
  const form = useForm<PageValues>({
    base: { page: "", pages: String(paper?.pages ?? "") },
    check: (values) => readForm(book.id, values, searchResult).errors ?? {},
    onSubmit: (values) => {
      const { mutation } = readForm(book.id, values, searchResult);
      if (!mutation || save.isPending) return;
      save.mutate(mutation, {
        onSuccess: () => {
          form.revert();
          countSave();
          onSaved?.();
        },
      });
    },
  });
  const [error] = Object.values(form.errors);
  const box = (name: keyof PageValues) => (
    <input
      id={`${id}-${name}`}
      name={name}
      aria-invalid={form.errors[name] ? true : undefined}
      aria-describedby={form.errors[name] ? `${id}-error` : undefined}
      inputMode="numeric"
      autoComplete="off"
      className={`${INPUT_CLASS} w-20! text-center`}
      value={form.values[name]}
      onChange={({ target }) => form.set({ [name]: target.value })}
    />
  );
  return (
    <form {...form.formProps} className="space-y-3 py-1">
      <div className="flex flex-wrap items-center gap-2 font-semibold">
        <label htmlFor={`${id}-page`}>I'm on page</label>
        {box("page")}
        <label htmlFor={`${id}-pages`}>
          of<span className="sr-only"> how many pages</span>
        </label>
        {box("pages")}
      </div>
      {book.hasText && <PageTextSearch key={saveCount} bookId={book.id} onFound={setFound} />}
      <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
      <p className="text-sm text-ink-soft">
        You'll see the notes up to that page.{" "}
        {paper === null && (
          <Link to={`/shelf/${book.id}#copies`} className="underline underline-offset-4">
            Looking for a copy?
          </Link>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending && save.variables.kind === "page" ? "Saving..." : "Save my page"}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      <EarlierPages bookId={book.id} copy={copy} />
    </form>
  );
}

type PageValues = { page: string; pages: string };

function readForm(
  bookId: number,
  values: PageValues,
  { fraction, isUnclear }: FoundPage,
): { mutation?: ReportedPosition; errors?: FieldErrors } {
  if (isUnclear) return { errors: { words: "Choose which of these places is on your page." } };
  if (values.page.trim() === "" && fraction !== null) return { mutation: { kind: "reached", bookId, fraction } };
  const [page, pages] = [toNumber(values.page), toNumber(values.pages)];
  if (page === null) return { errors: { page: "Enter the number of the page you're on." } };
  if (pages === null || pages < 1 || pages > PAGES_MAX)
    return { errors: { pages: "Enter how many pages your copy has: the number of its last page." } };
  if (page > pages) return { errors: { page: `Your copy has ${pages} pages. Enter the page you're on.` } };
  const place = { pages, page, ...(fraction !== null && { fraction }) };
  return { mutation: { kind: "page", bookId, at: Date.now(), place } };
}

function toNumber(text: string): number | null {
  const digits = text.trim();
  return /^\d{1,5}$/.test(digits) ? Number(digits) : null;
}

const EARLIER_PAGES_SHOWN = 5;

/** Clearing the pages also deletes fixed points that were found at the wrong position. */
function EarlierPages({ bookId, copy }: { bookId: number; copy: ReturnType<typeof usePaper> }) {
  const { data = [] } = useGet("GET /api/books/:id/paper/history", { params: { id: bookId } });
  const params = { id: bookId };
  const { paper, restore, startOver, isPending } = copy;
  const otherPages = data
    .filter(({ page, pages }) => page !== paper?.page || pages !== paper.pages)
    .slice(0, EARLIER_PAGES_SHOWN);
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
