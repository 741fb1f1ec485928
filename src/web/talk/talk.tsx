import { Printer } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useLocation } from "react-router";

import type { Note } from "#contract/notes.ts";
import { useGet } from "#web/api/use-get.ts";
import { PendingMutations } from "#web/offline/queue/pending-mutations.tsx";
import type { PaperBook } from "#web/reading/paper/use-paper.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { Quotation } from "#web/ui/text/prose.tsx";

import { chaptersOf } from "./chapter-position.ts";
import { focusSentNote } from "./note-entry.tsx";
import { NoteForm } from "./note-form.tsx";
import { NoteList } from "./note-list.tsx";
import { PositionForm } from "./position-form.tsx";
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
        {!talk.open && <PositionForm book={book} reached={talk.reached} chapters={chapters} />}
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
          removeLabel="Don't send"
          isShown={(mutation) => mutation.kind === "note" && mutation.note.bookId === bookId}
          {...(linkedId === null && { onShown: focusSentNote })}
        />
        <NoteList bookId={bookId} talk={talk} chapters={chapters} sentId={sentId ?? linkedId ?? null} />
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        {talk.notes.length > 0 && (
          <Button icon={Printer} onClick={() => print()}>
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
