import { ALargeSmall, ArrowLeft, Bookmark, BookmarkCheck, Highlighter, List, Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useLocation, useNavigate, useParams } from "react-router";

import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { useBookmarkMutations, useBookmarks } from "#web/listening/use-bookmarks.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import type { Reader } from "./reader.ts";

export type PanelName = "contents" | "search" | "bookmarks" | "settings";

type Props = { reader: Reader; onPanel: (panel: PanelName) => void };

export function TopBar({ reader, onPanel }: Props) {
  const { contents } = reader;
  return (
    <div className="flex flex-wrap items-center gap-0.5 border-b border-line bg-page px-1 py-1 sm:gap-1 sm:px-3">
      <CloseLink />
      <h1 className="min-w-0 flex-1 truncate font-title text-base font-semibold max-sm:sr-only">{contents.title}</h1>
      <span className="flex-1 sm:hidden" />
      <IconButton label="Contents" icon={List} onClick={() => onPanel("contents")} />
      <IconButton label="Search in the book" icon={Search} onClick={() => onPanel("search")} />
      <BookmarkButton reader={reader} />
      <IconButton label="Bookmarks and highlights" icon={Highlighter} onClick={() => onPanel("bookmarks")} />
      {contents.layout !== "fixed" && (
        <IconButton label="Display settings" icon={ALargeSmall} onClick={() => onPanel("settings")} />
      )}
    </div>
  );
}

function BookmarkButton({ reader }: Pick<Props, "reader">) {
  const { bookId, subscribe, view } = reader;
  const { data: bookmarks = [] } = useBookmarks(bookId);
  const { set, remove } = useBookmarkMutations(bookId);
  const existingBookmark = useSyncExternalStore(subscribe, () =>
    bookmarks.find(({ fraction, quote }) => fraction !== null && quote === "" && view.isShown(fraction)),
  );
  const toggle = () => {
    const currentPosition = reader.state().position;
    if (existingBookmark) remove.mutate(existingBookmark);
    else if (currentPosition) set.mutate({ fraction: currentPosition.fraction, locator: currentPosition.locator });
  };
  return (
    <IconButton
      label={existingBookmark ? "Remove the bookmark here" : "Bookmark this page"}
      aria-pressed={existingBookmark !== undefined}
      icon={existingBookmark ? BookmarkCheck : Bookmark}
      onClick={ignoreDoubleClick(toggle)}
    />
  );
}

/** Returns to the page that opened the book, or to the book's page if the visit began in the reader. */
function CloseLink() {
  const { bookId } = useParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      to={bookId === undefined ? "/ebook" : `/shelf/${bookId}`}
      aria-label="Close the book"
      title="Close the book"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink hover:bg-sunk"
      onClick={(event) => {
        if (key === "default" || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ArrowLeft className="size-5" />
    </Link>
  );
}
