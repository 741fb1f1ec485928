import { MapPin } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";

import { pluralize } from "#contract/counts.ts";
import type { Note, Notes } from "#contract/notes.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { useListener } from "#web/lib/hooks/use-listener.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { type ListedEntry, useOpenEntries } from "#web/ui/forms/use-open-entries.ts";

import { type Chapter, formatChapterPosition, formatNotesAhead } from "./chapter-position.ts";
import { isOpenQuestion, NoteEntry, type NoteEntryProps } from "./note-entry.tsx";
import { ScrollAnchor } from "./scroll-anchor.tsx";

type Props = { bookId: number; talk: Notes; chapters: readonly Chapter[]; sentId: number | null };

/** Notes shown on each side of the member's position, and added per press. */
const NOTES_PER_STEP = 50;

export function NoteList({ bookId, talk, chapters, sentId }: Props) {
  const { open } = talk;
  const openEntries = useOpenEntries(
    talk.notes,
    (one, other) => one.fraction - other.fraction || one.id - other.id,
    // another edition of the book may have other chapters
    (note, { fraction, chapter }) => ({ ...note, fraction, chapter }),
  );
  const notes = openEntries.entries;
  // A note that the position passed would move to the other list, without its open form.
  const [reached, setReached] = useState(talk.reached);
  if (reached !== talk.reached && !openEntries.hasOpen) setReached(talk.reached);
  const groupProps = { bookId, sentId, onOpen: openEntries.onOpen };
  const [shownCounts, setShownCounts] = useState({ earlier: NOTES_PER_STEP, later: NOTES_PER_STEP });
  const nameOf = memberNames(notes.flatMap(({ author, replies }) => [author, ...replies.map((reply) => reply.author)]));
  const aheadText = formatNotesAhead(talk, chapters);
  const firstAhead = notes.findLastIndex(({ fraction }) => fraction <= reached) + 1;
  const neededIndexes = notes.flatMap(({ id }, index) => (id === sentId || openEntries.isOpen(id) ? [index] : []));
  const firstIndex = Math.min(Math.max(0, firstAhead - shownCounts.earlier), ...neededIndexes);
  const endIndex = Math.max(firstAhead + shownCounts.later, ...neededIndexes.map((index) => index + 1));
  // Printed pages have no button to show the rest.
  useListener("beforeprint", () => flushSync(() => setShownCounts({ earlier: Infinity, later: Infinity })));
  // In an open talk, a position at either end of the book is meaningless.
  const showsPosition = !open || (reached > 0 && reached < 1);
  const showMore = (direction: keyof typeof shownCounts, count: number) =>
    count > 0 && (
      <p className="my-4 text-center print:hidden">
        <Button
          onClick={() => setShownCounts({ ...shownCounts, [direction]: shownCounts[direction] + NOTES_PER_STEP })}
        >
          Show more ({pluralize(count, `${direction} note`)})
        </Button>
      </p>
    );
  return (
    <ScrollAnchor>
      {showMore("earlier", firstIndex)}
      <NoteGroups {...groupProps} notes={notes.slice(firstIndex, firstAhead)} nameOf={nameOf} />
      {showsPosition && (
        <div className="my-6 border-y-2 border-season bg-season-tint px-4 py-3 first:mt-0 last:mb-0 print:hidden">
          <p className="flex items-center gap-2 font-semibold wrap-anywhere">
            <MapPin className="size-5 shrink-0 text-season" />
            {reached === 0 ? "You're at the beginning" : `You're here: ${formatChapterPosition(chapters, reached)}`}
          </p>
          {aheadText && <p className="mt-0.5 text-ink-soft">{aheadText}</p>}
        </div>
      )}
      <NoteGroups {...groupProps} notes={notes.slice(firstAhead, endIndex)} nameOf={nameOf} />
      {showMore("later", notes.length - endIndex)}
    </ScrollAnchor>
  );
}

type NoteGroupsProps = Omit<NoteEntryProps, "note" | "isSent"> & {
  notes: readonly ListedEntry<Note>[];
  sentId: number | null;
};

function NoteGroups({ notes, sentId, ...entryProps }: NoteGroupsProps) {
  // Two parts of a book may have chapters with the same name.
  const groups = new Map<string, ListedEntry<Note>[]>();
  for (const note of notes) {
    const key = note.chapter ? `${note.chapter.index} ${note.chapter.title}` : "";
    const group = groups.get(key);
    if (group) group.push(note);
    else groups.set(key, [note]);
  }
  return [...groups].map(([key, group]) => {
    const title = group[0]?.chapter?.title ?? "";
    const isForPaper = !group.every(isOpenQuestion);
    return (
      <section
        key={key}
        aria-label={title || "Notes"}
        className={`mt-6 first:mt-0 print:break-inside-auto! ${isForPaper ? "" : "print:hidden"}`}
      >
        {title && (
          <h2 dir="auto" className="border-b border-line pb-2 text-xl wrap-anywhere print:break-after-avoid">
            {title}
          </h2>
        )}
        <ul className="divide-y divide-line">
          {group.map((note) => (
            <NoteEntry key={note.id} note={note} isSent={note.id === sentId} {...entryProps} />
          ))}
        </ul>
      </section>
    );
  });
}
