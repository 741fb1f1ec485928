import { atom, useAtom } from "jotai";
import { Bookmark as BookmarkIcon, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import { chapterIndexAt } from "#contract/chapters.ts";
import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import { formatPlayTime } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePendingText } from "#web/offline/queue/use-offline-queue.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Quotation } from "#web/ui/text/prose.tsx";

import { BookmarkDialog } from "./bookmark-dialog.tsx";
import { ROW_CLASS } from "./chapter-list.tsx";
import { UndoButton } from "./undo-button.tsx";
import { type ListedBookmark, toBookmarkDraft, useBookmarkMutations, useBookmarks } from "./use-bookmarks.ts";

export function BookmarkList({ player, position }: { player: Player; position: number }) {
  const result = useBookmarks(player.book.id);
  // Bookmarks of the text without a time come last.
  const bookmarks = result.data?.toSorted(
    (one, other) => (one.currentTime ?? Infinity) - (other.currentTime ?? Infinity),
  );
  const [removedBookmark, setRemovedBookmark] = useState<ListedBookmark | null>(null);
  // Not in the row, which another device may remove.
  const [editedBookmark, setEditedBookmark] = useState<ListedBookmark | null>(null);
  const { set, change } = useBookmarkMutations(player.book.id);
  const close = () => setEditedBookmark(null);
  return (
    <div className="space-y-3">
      <BookmarkForm player={player} position={Math.floor(position)} />
      <output className="flex justify-center empty:sr-only">
        {removedBookmark && (
          <UndoButton
            onClick={(button) => {
              button.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true });
              set.mutate(toBookmarkDraft(removedBookmark), { onSuccess: () => setRemovedBookmark(null) });
            }}
          >
            Undo: bookmark at {formatBookmark(removedBookmark)}
          </UndoButton>
        )}
      </output>
      <QueryStatus query={result} name="your bookmarks" skeleton={<SkeletonLines lines={3} className="p-3" />} />
      {bookmarks?.length === 0 && (
        <EmptyState icon={BookmarkIcon}>
          No bookmarks yet. Mark a sentence you want to bring up at the meeting.
        </EmptyState>
      )}
      <ul className="max-h-80 overflow-y-auto overscroll-contain empty:hidden">
        {bookmarks?.map((bookmark) => (
          <BookmarkRow
            key={bookmark.key}
            bookmark={bookmark}
            player={player}
            onEdit={() => setEditedBookmark(bookmark)}
            onRemoved={() => setRemovedBookmark(bookmark)}
          />
        ))}
      </ul>
      {editedBookmark && (
        <BookmarkDialog
          bookmark={editedBookmark}
          isSaving={change.isPending}
          onSave={(changed) => change.mutate({ bookmark: editedBookmark, note: changed.trim() }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </div>
  );
}

type RowProps = { bookmark: ListedBookmark; player: Player; onEdit: () => void; onRemoved: () => void };

function BookmarkRow({ bookmark, player, onEdit, onRemoved }: RowProps) {
  const { remove } = useBookmarkMutations(player.book.id);
  const waitingText = usePendingText("Only on this device until you're back online.");
  const { currentTime, note, quote } = bookmark;
  const name = formatBookmark(bookmark);
  const { chapters } = player.book;
  return (
    <li className="flex items-start gap-1">
      <button
        type="button"
        disabled={currentTime === null}
        onClick={() => currentTime !== null && player.seek(currentTime)}
        className={`${ROW_CLASS} flex-wrap items-baseline! gap-x-3 gap-y-0.5`}
      >
        <span className="shrink-0 font-semibold tabular-nums sm:w-16">{name}</span>
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
          <span dir="auto" className="block">
            {note || (
              <span className="text-ink-soft">
                {quote || (chapters[chapterIndexAt(chapters, currentTime ?? 0)]?.title ?? "Bookmark")}
              </span>
            )}
          </span>
          {note && quote && <Quotation text={quote} className="line-clamp-2 text-sm text-ink-soft" />}
          {bookmark.id === null && <span className="block text-sm text-ink-soft">{waitingText}</span>}
        </span>
      </button>
      <IconButton label={`Edit the note at ${name}`} icon={Pencil} onClick={onEdit} className="-outline-offset-3" />
      <IconButton
        label={`Remove the bookmark at ${name}`}
        icon={Trash2}
        disabled={remove.isPending}
        onClick={() => remove.mutate(bookmark, { onSuccess: onRemoved })}
        className="-outline-offset-3"
      />
    </li>
  );
}

/** '1:02:40', or the fraction of the text if the alignment has no time. */
function formatBookmark({ currentTime, fraction }: ListedBookmark): string {
  return currentTime === null ? `${Math.floor((fraction ?? 0) * 100)}%` : formatPlayTime(currentTime);
}

/** Not in `useForm`: the draft survives switching tabs and pages, but not its player. */
const draftAtom = atom<{ player: Player; note: string } | null>(null);

function BookmarkForm({ player, position }: { player: Player; position: number }) {
  const [draft, setDraft] = useAtom(draftAtom);
  const note = draft?.player === player ? draft.note : "";
  const { set } = useBookmarkMutations(player.book.id);
  useUnsaved("bookmark", "your note", note.trim() !== "");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Text that was typed in the meantime belongs to another note.
    const onSuccess = () => setDraft((current) => (current?.note === note ? null : current));
    set.mutate({ currentTime: position, note }, { onSuccess });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field
        label="Note"
        placeholder="What to remember (optional)"
        limit={BOOKMARK_NOTE_MAX_LENGTH}
        value={note}
        onText={(value) => setDraft({ player, note: value })}
        className="min-w-0 flex-1 basis-52"
      />
      <Button type="submit" variant="quiet" disabled={set.isPending} icon={BookmarkIcon}>
        Bookmark {formatPlayTime(position)}
      </Button>
    </form>
  );
}
