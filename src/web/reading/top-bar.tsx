import { ALargeSmall, ArrowLeft, Bookmark, BookmarkCheck, Highlighter, List, Search } from "lucide-react";
import { Link } from "react-router";

import { IconButton } from "./icon-button.tsx";

export type PanelName = "contents" | "search" | "marks" | "settings";

type Props = {
  title: string;
  isMarked: boolean;
  onMark: () => void;
  onPanel: (panel: PanelName) => void;
};

export function TopBar({ title, isMarked, onMark, onPanel }: Props) {
  return (
    <div className="flex items-center gap-0.5 border-b border-line bg-page px-1 py-1 sm:gap-1 sm:px-3">
      <Link
        to="/ebook"
        aria-label="Close the book"
        title="Close the book"
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink hover:bg-sunk"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <h1 className="min-w-0 flex-1 truncate font-title text-base font-semibold max-sm:sr-only">{title}</h1>
      <span className="flex-1 sm:hidden" />
      <IconButton label="Contents" icon={<List aria-hidden="true" />} onClick={() => onPanel("contents")} />
      <IconButton label="Search in the book" icon={<Search aria-hidden="true" />} onClick={() => onPanel("search")} />
      <IconButton
        label={isMarked ? "Remove the bookmark here" : "Bookmark this page"}
        aria-pressed={isMarked}
        icon={isMarked ? <BookmarkCheck aria-hidden="true" /> : <Bookmark aria-hidden="true" />}
        onClick={onMark}
      />
      <IconButton
        label="Bookmarks and highlights"
        icon={<Highlighter aria-hidden="true" />}
        onClick={() => onPanel("marks")}
      />
      <IconButton label="Text and page" icon={<ALargeSmall aria-hidden="true" />} onClick={() => onPanel("settings")} />
    </div>
  );
}
