import { Printer } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useLocation } from "react-router";

import type { Note } from "#contract/notes.ts";
import { useGet } from "#web/api/use-get.ts";
import { PendingMutations, PendingNote } from "#web/offline/queue/pending-mutations.tsx";
import { PageForm } from "#web/reading/paper/page-form.tsx";
import { PageSaved } from "#web/reading/paper/page-saved.tsx";
import { type PaperBook, usePaper } from "#web/reading/paper/use-paper.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";
import { Quotation } from "#web/ui/text/prose.tsx";

import { type Chapter, chapterAtFraction, chaptersOf, placeText } from "./chapter-position.ts";
import { focusSentNote } from "./note-entry.tsx";
import { NoteForm } from "./note-form.tsx";
import { NoteList } from "./note-list.tsx";
import { noteFromHash, useTalk } from "./use-talk.ts";

/** The talk about a book, as far as its reader has gotten (BEYOND 6). */
export function Talk({ book }: { book: PaperBook }) {
  const bookId = book.id;
  const result = useTalk(bookId);
  // Deferred, so that the browser can respond while it renders.
  const talk = useDeferredValue(result.data);
  const { data: contents } = useGet("GET /api/books/:id/contents", { params: { id: bookId }, enabled: book.hasText });
  const chapters = chaptersOf(contents);
  const [sentId, setSentId] = useState<number | null>(null);
  const linkedId = noteFromHash(useLocation().hash);
  const skeleton = (
    <Card>
      <output aria-label="Loading the talk" className="block">
        <SkeletonLines lines={6} />
      </output>
    </Card>
  );
  if (!talk) return <QueryStatus query={{ ...result, data: talk }} name="the talk" skeleton={skeleton} />;
  const isEmpty = talk.notes.length === 0 && talk.ahead.length === 0;
  return (
    <div data-for-the-table className="space-y-6">
      <div className="space-y-4 print:hidden">
        <Card>
          <NoteForm bookId={bookId} reached={talk.reached} isOpen={talk.open} chapters={chapters} onSent={setSentId} />
        </Card>
        {!talk.open && <PlaceForm book={book} reached={talk.reached} chapters={chapters} />}
      </div>
      <PrintedQuestions notes={talk.notes} />
      <Card className="print:border-0 print:p-0!">
        {talk.open && <p className="mb-5 text-ink-soft print:hidden">The talk is open: everyone sees every note.</p>}
        {isEmpty && (
          <div className="mb-6">
            <EmptyState mouse="sharing">
              No notes yet. Be the first. {!talk.open && "Only members who've gotten this far will see it."}
            </EmptyState>
          </div>
        )}
        <PendingMutations
          label="Waiting notes"
          dropLabel="Don't send"
          isShown={(mutation) => mutation.kind === "note" && mutation.note.bookId === bookId}
          {...(linkedId === null && { onShown: focusSentNote })}
        />
        <NoteList bookId={bookId} talk={talk} chapters={chapters} sentId={sentId ?? linkedId ?? null} />
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        {talk.notes.length > 0 && (
          <Button variant="quiet" icon={Printer} onClick={() => print()}>
            Print for the evening
          </Button>
        )}
        {!talk.open && <OpenButton bookId={bookId} />}
      </div>
    </div>
  );
}

function PrintedQuestions({ notes }: { notes: readonly Note[] }) {
  const questions = notes.filter(({ kind }) => kind === "question");
  if (questions.length === 0) return null;
  return (
    <section className="hidden print:block">
      <h2 className="text-xl">Questions for the evening</h2>
      <ol className="mt-2 list-decimal space-y-2 pl-6">
        {questions.map(({ id, text, quote }) => (
          <li key={id} className="break-inside-avoid whitespace-pre-line wrap-anywhere">
            <div dir="auto">
              {text}
              {quote && <Quotation text={quote} className="block italic" />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function OpenButton({ bookId }: { bookId: number }) {
  const isAdmin = useIsAdmin();
  const open = useCall("POST /api/books/:id/notes/open", {
    failed: "The talk wasn't opened. Please try again.",
  });
  if (!isAdmin) return null;
  return (
    <ConfirmButton
      variant="quiet"
      className="print:hidden"
      disabled={open.isPending}
      label="Open the talk to everyone"
      title="Open the talk?"
      confirm="Open it"
      onConfirm={() => open.mutate({ params: { id: bookId } })}
    >
      Everyone will see every note, no matter how far they've read. It opens automatically after the meeting, and can't
      be closed again.
    </ConfirmButton>
  );
}

type Props = { book: PaperBook; reached: number; chapters: readonly Chapter[] };

/** Where readers of paper copies report their page, or the chapter they've finished. Both can be undone. */
function PlaceForm({ book, reached, chapters }: Props) {
  const copy = usePaper(book.id);
  return (
    <Disclosure title={titleOf(copy)}>
      {copy.paper !== undefined && <PageForm book={book} copy={copy} />}
      {copy.isPending && <PendingNote />}
      <PageSaved book={book} copy={copy} formatPlace={(fraction) => placeText(chapters, fraction)} />
      {chapters.length > 0 && <ChapterForm bookId={book.id} copy={copy} reached={reached} chapters={chapters} />}
    </Disclosure>
  );
}

function titleOf({ paper }: ReturnType<typeof usePaper>): string {
  return paper?.page == null ? "Reading on paper?" : `You're on page ${paper.page} of ${paper.pages}`;
}

type ChapterProps = Omit<Props, "book"> & { bookId: number; copy: ReturnType<typeof usePaper> };

function ChapterForm({ bookId, copy: { savePlace: save }, reached, chapters }: ChapterProps) {
  const form = useForm({
    base: { end: String(chapterAtFraction(chapters, reached)?.endFraction ?? reached) },
    onSubmit: ({ end }) =>
      save.mutate({ kind: "reached", bookId, fraction: Number(end) }, { onSuccess: () => form.revert() }),
  });
  return (
    <form {...form.formProps} className="mt-4 border-t border-line pt-4">
      <Select label="I've read up to the end of" {...form.field("end")}>
        {chapters.map(({ index, title, endFraction }) => (
          <option key={index} value={endFraction}>
            {title}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="quiet" className="mt-3" disabled={save.isPending}>
        {save.isPending && save.variables.kind === "reached" ? "Saving..." : "Save my place"}
      </Button>
    </form>
  );
}
