import { useState } from "react";

import { type Book, type BookTitle, NewBook } from "#contract/books.ts";
import { ConflictNotice, SaveBar } from "#web/admin/save-bar.tsx";
import { useClub } from "#web/api/club.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Link } from "#web/ui/layout/link.tsx";

import { type BookValues, newBookValues, valuesOf } from "./book-form-values.ts";
import { CoverField } from "./cover-field.tsx";
import { IsbnLookup } from "./isbn-lookup.tsx";
import { MonthPicker } from "./month-picker.tsx";
import { NewBookFiles, useNewBookFiles } from "./new-book-files.tsx";
import type { usePickedBook } from "./use-picked-book.ts";
import { useCreateBook, useUpdateBook } from "./use-save-book.ts";

type Props = { book: Book | null; titles: readonly BookTitle[]; picked: ReturnType<typeof usePickedBook> };

const LABELS = {
  title: "Title",
  author: "Author",
  month: "Month and year",
  isbn: "ISBN",
  synopsis: "Synopsis",
  audiobookNarrator: "Audiobook Narrator",
  audiobookDuration: "Audiobook Duration",
  coverImage: "Cover",
};

export function BookForm({ book, titles, picked }: Props) {
  const { timeZone } = useClub();
  const [initialValues] = useState(() => newBookValues(titles, timeZone));
  // With SPEC 8's toast.
  const onFailed = (error: Error) => void draft.applyServerError(error);
  const create = useCreateBook({
    onFailed,
    onDone: ({ id }) => {
      files.attachTo(id);
      draft.revert();
      picked.setPick(id);
    },
  });
  const change = useUpdateBook({
    onFailed,
    onDone: (_, { body }) => draft.clearSavedEdits(body as Partial<BookValues>),
  });
  const draft = useForm<BookValues>({
    base: book ? valuesOf(book) : initialValues,
    schema: NewBook,
    unsaved: ["book", "the book information"],
    isFrozen: create.isPending,
    onSubmit: (values, { changes, was }) =>
      book ? change.mutate({ params: { id: book.id }, body: { ...changes, was } }) : create.mutate({ body: values }),
  });
  const files = useNewBookFiles(draft.fill);
  const isBusy = create.isPending || change.isPending;
  const { month } = draft.values;
  const bookOfSameMonth = titles.find((other) => other.month === month && other.id !== book?.id);
  const theirs = draft.theirs.map(([name, text]): [string, string | null] => [
    name,
    name === "coverImage" && text ? "A different cover" : text,
  ]);

  return (
    <>
      {!book && <NewBookFiles files={files} />}
      <IsbnLookup draft={draft} />
      <form {...draft.formProps} className="grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-[12rem_1fr]">
        <CoverField book={book} hasCurrentBook={Boolean(picked.current)} draft={draft} />
        <div className="min-w-0 space-y-5">
          <Field label={LABELS.title} autoComplete="off" {...draft.field("title")} />
          <Field label={LABELS.author} autoComplete="off" {...draft.field("author")} />
          <div className="grid gap-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
            <MonthPicker
              draft={draft}
              note={
                bookOfSameMonth &&
                `${formatMonth(month)} has a book already: ${bookOfSameMonth.title}. Members see the newer of the two.`
              }
            />
            <Field label={LABELS.isbn} autoComplete="off" inputMode="text" {...draft.field("isbn")} />
          </div>
          <TextArea label={LABELS.synopsis} {...draft.field("synopsis")} />
          <div className="grid gap-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
            <Field label={LABELS.audiobookNarrator} autoComplete="off" {...draft.field("audiobookNarrator")} />
            <Field
              label={LABELS.audiobookDuration}
              hint="e.g. 8 hrs and 50 mins"
              autoComplete="off"
              {...draft.field("audiobookDuration")}
            />
          </div>
          <ConflictNotice form={{ ...draft, theirs }} labels={LABELS} />
          <SaveBar isDirty={draft.isDirty} onRevert={() => draft.revert()}>
            <Button type="submit" disabled={isBusy || files.isUploading}>
              {isBusy ? "Saving..." : book ? "Save Book Information" : "Create New Book"}
            </Button>
          </SaveBar>
          {book && !draft.isDirty && (
            <p>
              <Link to={`/admin/months/${book.month}#meeting`} className="underline underline-offset-4">
                Meeting, message and email for {formatMonth(book.month)}
              </Link>
            </p>
          )}
        </div>
      </form>
    </>
  );
}
