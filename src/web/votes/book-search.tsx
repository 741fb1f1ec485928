import { Search } from "lucide-react";

import type { FoundBook } from "#contract/books.ts";
import { isolateText } from "#contract/isolate-text.ts";
import { SEARCH_MAX_LENGTH } from "#contract/limits.ts";
import type { NewNomination } from "#contract/nominations.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { BookCover } from "#web/ui/images/book-cover.tsx";

import { formatPages } from "./format-result.ts";

const ISBN_PATTERN = /^[\d\s\u2010-\u2015-]{9,24}[\dXx]$/u;
const FAILED_MESSAGE = "The book couldn't be looked up. You can fill in the fields yourself.";

type Props = { isFocused: boolean; onFound: (book: Partial<NewNomination>) => void };

/** Finds a book by title and author, or by ISBN, and fills in the form (BEYOND 9). */
export function BookSearch({ isFocused, onFound }: Props) {
  const search = useCall("POST /api/books/search", { failed: FAILED_MESSAGE });
  const books = search.data;
  const lookUp = useCall("POST /api/books/isbn", {
    failed: FAILED_MESSAGE,
    onDone: ({ coverImage = null, ...book }) => onFound({ ...book, coverImage, pages: null }),
  });
  const isPending = search.isPending || lookUp.isPending;
  const form = useForm({
    base: { searchText: "" },
    onSubmit: (values) => {
      const searchText = values.searchText.trim();
      search.reset();
      if (ISBN_PATTERN.test(searchText)) lookUp.mutate({ body: { isbn: searchText } });
      else if (searchText !== "") search.mutate({ body: { q: searchText } });
    },
  });
  const choose = ({ title, author, isbn, pages, cover }: FoundBook) => {
    search.reset();
    onFound({ title, author, isbn, pages, coverImage: cover, synopsis: "" });
  };
  return (
    <>
      <form {...form.formProps} className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <Field
          label="Find a book"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
          autoFocus={isFocused}
          className="min-w-0 sm:flex-1"
          placeholder="By title, author or ISBN"
          required
          autoComplete="off"
          enterKeyHint="search"
          limit={SEARCH_MAX_LENGTH}
          {...form.field("searchText")}
        />
        <Button type="submit" variant="quiet" icon={Search} disabled={isPending}>
          {isPending ? "Searching..." : "Search"}
        </Button>
      </form>
      <output className="block empty:sr-only">
        {books?.length === 0 && "Nothing found on Open Library. Try fewer words, or fill in the fields yourself."}
        {books && books.length > 0 && (
          <span className="sr-only">
            {books.length === 1 ? "1 book found" : `${books.length} books found`}. Choose one:
          </span>
        )}
      </output>
      {books && books.length > 0 && (
        <ul aria-label="Books found" className="max-h-96 divide-y divide-line overflow-y-auto rounded-md bg-sheet">
          {books.map((book, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two editions may be alike
            <li key={at}>
              <button
                type="button"
                onClick={() => choose(book)}
                className="flex w-full items-center gap-4 rounded-md p-3 text-left hover:bg-sunk"
              >
                <BookCover {...book} coverImage={book.cover} isSmall className="w-12" />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block font-semibold">{book.title}</span>
                  <span className="block text-sm text-ink-soft">
                    {[isolateText(book.author), book.year, formatPages(book.pages)].filter(Boolean).join(" · ")}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
