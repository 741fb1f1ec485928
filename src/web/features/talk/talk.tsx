import { useQuery } from "@tanstack/react-query";

import { notesQuery } from "#web/api/notes.ts";
import { contentsQuery } from "#web/api/reading.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

import { NoteForm, type Quoted } from "./note-form.tsx";
import { NoteList } from "./note-list.tsx";
import { OpenButton } from "./open-button.tsx";
import { PlaceForm } from "./place-form.tsx";
import { chaptersOf } from "./places.ts";

/** Notes up to the member's place (BEYOND 6). A failed refetch keeps them. */
export function Talk({ bookId, hasText, quoted }: { bookId: number; hasText: boolean; quoted: Quoted | null }) {
  const { data: talk, error, refetch } = useQuery(notesQuery(bookId));
  const { data: contents } = useQuery({ ...contentsQuery(bookId), enabled: hasText });
  const chapters = chaptersOf(contents);
  if (!talk && error) return <LoadError what="the talk" error={error} onRetry={() => void refetch()} />;
  if (!talk)
    return (
      <Card>
        <output aria-label="Loading the talk" className="block">
          <SkeletonLines lines={6} />
        </output>
      </Card>
    );
  const isEmpty = talk.notes.length === 0 && talk.ahead.length === 0;
  return (
    <div className="space-y-6">
      <Card>
        {talk.open && <p className="mb-5 text-ink-soft">The talk is open: everybody sees every note.</p>}
        {isEmpty && (
          <div className="mb-6">
            <EmptyState icon={<MousePicture doing="sharing" />}>
              Nobody has said anything yet. Be the first: nobody who hasn't got as far will see it.
            </EmptyState>
          </div>
        )}
        <NoteList bookId={bookId} talk={talk} chapters={chapters} />
      </Card>
      <NoteForm bookId={bookId} reached={talk.reached} isOpen={talk.open} chapters={chapters} quoted={quoted} />
      {!talk.open && (
        <>
          <PlaceForm bookId={bookId} reached={talk.reached} chapters={chapters} />
          <OpenButton bookId={bookId} />
        </>
      )}
    </div>
  );
}
