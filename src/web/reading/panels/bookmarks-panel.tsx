import { Bookmark as BookmarkIcon, Download, Headphones, Trash2 } from "lucide-react";

import { callUrl } from "#contract/call-url.ts";
import { isolateText } from "#contract/isolate-text.ts";
import { formatPlayTime } from "#web/listening/player/format-time.ts";
import { type ListedBookmark, useBookmarkMutations, useBookmarks } from "#web/listening/use-bookmarks.ts";
import { usePendingText } from "#web/offline/queue/use-offline-queue.ts";
import { chapterAtCodePoint } from "#web/reading/chapters.ts";
import type { Reader } from "#web/reading/reader.ts";
import type { Destination } from "#web/reading/view/destination.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Quotation } from "#web/ui/text/prose.tsx";

type Props = { reader: Reader; onGo: (target: Destination) => void };

export function BookmarksPanel(props: Props) {
  const { bookId } = props.reader;
  const { data: bookmarks = [] } = useBookmarks(bookId);
  const { remove } = useBookmarkMutations(bookId);
  // Bookmarks of the audiobook without a position in the text come last.
  const sortedBookmarks = bookmarks.toSorted((one, other) => (one.fraction ?? 2) - (other.fraction ?? 2));
  if (sortedBookmarks.length === 0)
    return (
      <EmptyState icon={BookmarkIcon}>
        Nothing marked yet. Tap the bookmark above the page, or select some text to highlight it.
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {sortedBookmarks.map((bookmark) => (
          <BookmarkRow key={bookmark.key} bookmark={bookmark} {...props} onRemove={() => remove.mutate(bookmark)} />
        ))}
      </ul>
      <a
        href={callUrl("GET /api/books/:id/highlights.md", { params: { id: bookId } })}
        download
        className={buttonClass("plain", "mt-2 px-4")}
      >
        <Download className="size-5" />
        Download as Markdown
      </a>
    </>
  );
}

type RowProps = Props & { bookmark: ListedBookmark; onRemove: () => void };

function BookmarkRow({ bookmark, reader, onGo, onRemove }: RowProps) {
  const { contents } = reader;
  const waitingText = usePendingText("Only on this device until you're back online.");
  const { fraction, currentTime } = bookmark;
  const chapter = fraction === null ? null : chapterAtCodePoint(contents, fraction * contents.length + 0.5);
  const at = fraction === null ? formatPlayTime(currentTime ?? 0) : `${Math.floor(fraction * 100)}%`;
  const isAudioOnly = currentTime !== null && bookmark.locator === null && bookmark.quote === "";
  return (
    <li className="flex items-start gap-1 py-1">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          disabled={fraction === null}
          onClick={() => fraction !== null && onGo({ kind: "position", fraction, locator: bookmark.locator })}
          className="block min-h-touch w-full rounded-md px-3 py-2 text-left hover:bg-sunk"
        >
          <span className="flex items-center gap-2 text-sm text-ink-soft">
            {isAudioOnly && <Headphones aria-label="In the audiobook" className="size-4" />}
            {fraction === null ? "" : `${isolateText(chapter?.title ?? "Before the first chapter")}, `}
            {at}
          </span>
          {bookmark.quote && <Quotation text={bookmark.quote} className="line-clamp-3 wrap-anywhere" />}
          {bookmark.note && <span className="block font-semibold wrap-anywhere">{bookmark.note}</span>}
        </button>
        {bookmark.id !== null ? (
          <button
            type="button"
            onClick={() => reader.edit(bookmark)}
            className="min-h-touch px-3 text-sm text-wine underline"
          >
            {bookmark.note ? "Edit note" : "Add a note"}
          </button>
        ) : (
          <span className="block px-3 pb-2 text-sm text-ink-soft">{waitingText}</span>
        )}
      </div>
      {bookmark.id !== null && (
        <IconButton
          label={`Remove the ${bookmark.quote ? "highlight" : "bookmark"} at ${at}`}
          icon={Trash2}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
