import { MapPin } from "lucide-react";

import type { Note, Notes } from "#contract/notes.ts";

import { NoteEntry } from "./note-entry.tsx";
import { aheadInWords, type Chapter, placeInWords } from "./places.ts";

type Props = { bookId: number; talk: Notes; chapters: readonly Chapter[] };

/** By chapter, with the member's place between them. */
export function NoteList({ bookId, talk, chapters }: Props) {
  const { notes, reached, ahead } = talk;
  const coming = aheadInWords(ahead, chapters);
  return (
    <div>
      <Groups bookId={bookId} notes={notes.filter(({ fraction }) => fraction <= reached)} />
      <div className="my-6 border-y-2 border-season bg-season-tint px-4 py-3 print:hidden">
        <p className="flex items-center gap-2 font-semibold">
          <MapPin aria-hidden="true" className="size-5 shrink-0 text-season" />
          You're here: {placeInWords(chapters, reached)}
        </p>
        {coming && <p className="mt-0.5 text-ink-soft">{coming}</p>}
      </div>
      <Groups bookId={bookId} notes={notes.filter(({ fraction }) => fraction > reached)} />
    </div>
  );
}

function Groups({ bookId, notes }: { bookId: number; notes: readonly Note[] }) {
  const groups = Map.groupBy(notes, ({ chapter }) => chapter?.title ?? "");
  return [...groups].map(([title, group]) => (
    <section key={title} aria-label={title || "Notes"} className="mt-6 first:mt-0">
      {title && (
        <h2 dir="auto" className="border-b border-line pb-2 text-xl wrap-anywhere">
          {title}
        </h2>
      )}
      <ul className="divide-y divide-line">
        {group.map((note) => (
          <NoteEntry key={note.id} bookId={bookId} note={note} />
        ))}
      </ul>
    </section>
  ));
}
