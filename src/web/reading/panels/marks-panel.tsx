import { Bookmark as BookmarkIcon, Headphones, Trash2 } from "lucide-react";

import type { Bookmark } from "#contract/bookmarks.ts";
import type { Contents } from "#contract/reading.ts";
import { fractionAt, type Timeline } from "#contract/timeline.ts";
import { chapterAt } from "#web/reading/chapters.ts";
import { IconButton } from "#web/reading/icon-button.tsx";
import type { Destination } from "#web/reading/view/book-view.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

type Props = {
  marks: readonly Bookmark[];
  contents: Contents;
  timeline: Timeline;
  onGo: (target: Destination) => void;
  onEdit: (mark: Bookmark) => void;
  onRemove: (mark: Bookmark) => void;
};

export function MarksPanel({ marks, contents, timeline, ...acts }: Props) {
  const placed = marks
    .map((mark) => ({ mark, fraction: mark.fraction ?? fractionAt(timeline, mark.currentTime ?? 0) }))
    .toSorted((one, other) => one.fraction - other.fraction);
  if (placed.length === 0)
    return (
      <EmptyState icon={<BookmarkIcon aria-hidden="true" />}>
        Nothing marked yet. Tap the bookmark above the page, or select some text to highlight it.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {placed.map(({ mark, fraction }) => (
        <Row key={mark.id} mark={mark} fraction={fraction} contents={contents} {...acts} />
      ))}
    </ul>
  );
}

type RowProps = Omit<Props, "marks" | "timeline"> & { mark: Bookmark; fraction: number };

function Row({ mark, fraction, contents, onGo, onEdit, onRemove }: RowProps) {
  const chapter = chapterAt(contents, fraction * contents.length + 0.5);
  return (
    <li className="flex items-start gap-1 py-1">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onGo({ kind: "place", fraction, locator: mark.locator })}
          className="block w-full rounded-md px-3 py-2 text-left hover:bg-sunk"
        >
          <span className="flex items-center gap-2 text-sm text-ink-soft">
            {mark.currentTime !== null && <Headphones aria-label="In the audiobook" className="size-4" />}
            {chapter?.title ?? "Before the first chapter"}, {Math.floor(fraction * 100)}%
          </span>
          {mark.quote && <q className="line-clamp-3 wrap-anywhere">{mark.quote}</q>}
          {mark.note && <span className="block font-semibold wrap-anywhere">{mark.note}</span>}
        </button>
        {mark.id > 0 ? (
          <button type="button" onClick={() => onEdit(mark)} className="min-h-touch px-3 text-sm text-wine underline">
            {mark.note ? "Edit note" : "Add a note"}
          </button>
        ) : (
          <span className="block px-3 pb-2 text-sm text-ink-soft">On this device only until you're back online.</span>
        )}
      </div>
      {mark.id > 0 && (
        <IconButton
          label={`Remove the ${mark.quote ? "highlight" : "bookmark"} at ${Math.floor(fraction * 100)}%`}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onRemove(mark)}
        />
      )}
    </li>
  );
}
