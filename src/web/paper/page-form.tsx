import { type FormEvent, useId, useReducer, useState } from "react";
import { Link } from "react-router";

import { PAGES_MAX } from "#contract/limits/paper.ts";
import { Button } from "#web/ui/button.tsx";
import { INPUT_CLASS } from "#web/ui/labelled-box.tsx";

import { EarlierPages } from "./earlier-pages.tsx";
import { type FoundWords, PageWords } from "./page-words.tsx";
import type { PaperBook, SaidAct, usePaper } from "./use-paper.ts";

type Props = {
  book: PaperBook;
  copy: ReturnType<typeof usePaper>;
  onSaved?: () => void;
  onCancel?: () => void;
};

/** "I'm on page 143 of 320", or the first words of the page (BEYOND 10). */
export function PageForm({ book, copy, onSaved, onCancel }: Props) {
  const { paper, say } = copy;
  const id = useId();
  const [page, setPage] = useState("");
  const [pages, setPages] = useState(paper ? String(paper.pages) : "");
  const [found, setFound] = useState<FoundWords>({ fraction: null, isUnclear: false });
  const [error, setError] = useState("");
  const [saves, countSave] = useReducer((count: number) => count + 1, 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (say.isPending) return;
    const act = readForm(book.id, { page, pages, found });
    if (typeof act === "string") return setError(act);
    setError("");
    say.mutate(act, {
      onSuccess: () => {
        // the words were of that page
        setPage("");
        countSave();
        onSaved?.();
      },
    });
  };
  const box = (name: string, value: string, set: (text: string) => void) => (
    <input
      id={`${id}-${name}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      inputMode="numeric"
      autoComplete="off"
      className={`${INPUT_CLASS} w-20! text-center`}
      value={value}
      onChange={({ target }) => {
        set(target.value);
        setError("");
      }}
    />
  );
  return (
    <form onSubmit={submit} noValidate className="space-y-3 py-1">
      <div className="flex flex-wrap items-center gap-2 font-semibold">
        <label htmlFor={`${id}-page`}>I'm on page</label>
        {box("page", page, setPage)}
        <label htmlFor={`${id}-pages`}>
          of<span className="sr-only"> how many pages</span>
        </label>
        {box("pages", pages, setPages)}
      </div>
      {book.hasText && <PageWords key={saves} bookId={book.id} onFound={setFound} />}
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
        <Button type="submit" disabled={say.isPending}>
          {say.isPending && say.variables.kind === "page" ? "Saving..." : "Save my page"}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <EarlierPages bookId={book.id} copy={copy} />
    </form>
  );
}

type Typed = { page: string; pages: string; found: FoundWords };

/** @returns what to say, or what is missing */
function readForm(bookId: number, { page: typed, pages: typedPages, found }: Typed): SaidAct | string {
  if (found.isUnclear) return "Choose which of these places is on your page.";
  const { fraction } = found;
  if (typed.trim() === "" && fraction !== null) return { kind: "reached", bookId, fraction };
  const [page, pages] = [toNumber(typed), toNumber(typedPages)];
  if (page === null) return "Enter the number of the page you're on.";
  if (pages === null || pages < 1 || pages > PAGES_MAX)
    return "Enter how many pages your copy has: the number of its last page.";
  if (page > pages) return `Your copy has ${pages} pages. Enter the page you're on.`;
  return { kind: "page", bookId, at: Date.now(), place: { pages, page, ...(fraction !== null && { fraction }) } };
}

function toNumber(text: string): number | null {
  const digits = text.trim();
  return /^\d{1,5}$/.test(digits) ? Number(digits) : null;
}
