import { PendingNote } from "#web/offline/queue/pending-mutations.tsx";
import { PageForm } from "#web/reading/paper/page-form.tsx";
import { PageSaved } from "#web/reading/paper/page-saved.tsx";
import { type PaperBook, usePaper } from "#web/reading/paper/use-paper.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

import { type Chapter, chapterAtFraction, formatChapterPosition } from "./chapter-position.ts";

type Props = { book: PaperBook; reached: number; chapters: readonly Chapter[] };

/** Where readers of paper copies report their page, or the chapter they've finished. Both can be undone. */
export function PositionForm({ book, reached, chapters }: Props) {
  const copy = usePaper(book.id);
  const { paper } = copy;
  return (
    <Disclosure title={paper?.page == null ? "Reading on paper?" : `You're on page ${paper.page} of ${paper.pages}`}>
      {paper !== undefined && <PageForm book={book} copy={copy} />}
      {copy.isPending && <PendingNote />}
      <PageSaved book={book} copy={copy} formatPosition={(fraction) => formatChapterPosition(chapters, fraction)} />
      {chapters.length > 0 && <ChapterForm bookId={book.id} copy={copy} reached={reached} chapters={chapters} />}
    </Disclosure>
  );
}

type ChapterProps = Omit<Props, "book"> & { bookId: number; copy: ReturnType<typeof usePaper> };

function ChapterForm({ bookId, copy: { savePosition: save }, reached, chapters }: ChapterProps) {
  const form = useForm({
    base: { end: String(chapterAtFraction(chapters, reached)?.endFraction ?? reached) },
    onSubmit: ({ end }) =>
      save.mutate({ kind: "reached", bookId, fraction: Number(end) }, { onSuccess: () => form.revert() }),
  });
  return (
    <form {...form.formProps} className="mt-4 border-t border-line pt-4">
      <Select
        label="I've read up to the end of"
        {...form.field("end")}
        options={chapters.map(({ title, endFraction }) => [endFraction, title])}
      />
      <Button type="submit" variant="quiet" className="mt-3" disabled={save.isPending}>
        {save.isPending && save.variables.kind === "reached" ? "Saving..." : "Save my place"}
      </Button>
    </form>
  );
}
