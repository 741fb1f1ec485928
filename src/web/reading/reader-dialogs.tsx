import { type ComponentType, useEffect, useState } from "react";

import { BookmarkDialog } from "#web/listening/bookmark-dialog.tsx";
import { type ListedBookmark, useBookmarkMutations, useBookmarks } from "#web/listening/use-bookmarks.ts";
import { BookmarksPanel } from "#web/reading/panels/bookmarks-panel.tsx";
import { ContentsPanel, EarlierPositions } from "#web/reading/panels/contents-panel.tsx";
import { SearchPanel } from "#web/reading/panels/search-panel.tsx";
import { SettingsPanel } from "#web/reading/panels/settings-panel.tsx";
import type { Destination } from "#web/reading/view/destination.ts";
import { Dialog } from "#web/ui/layout/dialog.tsx";
import { Sheet } from "#web/ui/layout/sheet.tsx";

import type { Reader } from "./reader.ts";
import { NoteCard, SelectionBar } from "./selection-bar.tsx";
import type { PanelName } from "./top-bar.tsx";
import { useReaderState } from "./use-reader.ts";
import { ImageViewer, PartViewer } from "./viewers.tsx";

type Moment = { fraction: number; quote: string; time: string };

/** `isSent` is false for a draft. */
export type Composer = ComponentType<{ bookId: number; moment: Moment; onClose: (isSent: boolean) => void }>;

type Props = {
  panel: PanelName | null;
  reader: Reader;
  Composer: Composer | null;
  onClose: () => void;
};

const TITLES: Record<PanelName, string> = {
  contents: "Contents",
  search: "Search in the book",
  bookmarks: "Bookmarks and highlights",
  settings: "Display settings",
};

const PANEL_FADE_MS = 500;
const NO_BOOKMARKS: readonly ListedBookmark[] = [];

export function ReaderDialogs({ panel, reader, Composer, onClose }: Props) {
  const { bookId } = reader;
  const [passage, setPassage] = useState<Moment | null>(null);
  const { data: bookmarks = NO_BOOKMARKS } = useBookmarks(bookId);
  const changes = useBookmarkMutations(bookId);
  useEffect(() => reader.highlights.show(bookmarks), [reader, bookmarks]);
  const selected = useReaderState(reader, "selected");
  const dialog = useReaderState(reader, "dialog");
  const openBookmark = dialog?.kind === "bookmark" ? dialog.bookmark : null;
  const existingBookmark = bookmarks.find(({ id }) => id !== null && id === openBookmark?.id);
  const isNew = openBookmark?.id === null;
  /** The button that opened a dialog is gone with the selection. */
  const focusPage = () => setTimeout(() => reader.view.element.focusView());
  const onGo = (target: Destination) => {
    onClose();
    const focusTarget = () => reader.view.element.focusView();
    // A closed panel returns the focus to its button once it has faded out.
    addEventListener("focusin", focusTarget, { once: true, signal: AbortSignal.timeout(PANEL_FADE_MS) });
    void reader.jump(target).then(focusTarget);
  };
  const closeComposer = (isSent: boolean) => {
    if (isSent) reader.clear("selected");
    if (reader.state().selected === null) focusPage();
    setPassage(null);
  };
  const close = () => {
    if (isNew) focusPage();
    reader.clear("dialog");
  };
  const remove = () => {
    if (existingBookmark) changes.remove.mutate(existingBookmark);
    close();
  };
  const highlight = () => {
    if (selected) changes.set.mutate(selected);
    reader.clear("selected");
    reader.view.element.focusView();
  };
  const save = (note: string) => {
    const onSuccess = () => {
      if (isNew) reader.clear("selected");
      close();
    };
    if (isNew && selected) changes.set.mutate({ ...selected, note }, { onSuccess });
    else if (openBookmark) changes.change.mutate({ bookmark: existingBookmark ?? openBookmark, note }, { onSuccess });
  };
  return (
    <div className="pointer-events-auto">
      <Dialog isOpen={panel !== null && panel !== "settings"} onClose={onClose} title={panel ? TITLES[panel] : ""}>
        {panel === "contents" && (
          <>
            <ContentsPanel reader={reader} onGo={onGo} />
            <EarlierPositions reader={reader} onGo={onGo} />
          </>
        )}
        {panel === "search" && <SearchPanel reader={reader} onGo={onGo} />}
        {panel === "bookmarks" && <BookmarksPanel reader={reader} onGo={onGo} />}
      </Dialog>
      <Sheet isOpen={panel === "settings"} onClose={onClose} title={TITLES.settings}>
        <SettingsPanel />
      </Sheet>
      {selected && !openBookmark && (
        <SelectionBar
          onHighlight={highlight}
          onQuote={Composer && (() => setPassage({ fraction: selected.fraction, quote: selected.quote, time: "" }))}
          onNote={() => reader.edit({ id: null, quote: selected.quote, note: "" })}
        />
      )}
      {Composer && passage && <Composer bookId={bookId} moment={passage} onClose={closeComposer} />}
      {dialog?.kind === "note" && <NoteCard text={dialog.text} onGo={() => onGo(dialog.target)} onClose={close} />}
      {dialog?.kind === "part" && <PartViewer {...dialog} styles={reader.view.styles()} onClose={close} />}
      {dialog?.kind === "image" && <ImageViewer {...dialog} onClose={close} />}
      {openBookmark && (
        <BookmarkDialog
          key={openBookmark.id ?? "new"}
          bookmark={openBookmark}
          isSaving={changes.set.isPending || changes.change.isPending}
          onSave={save}
          onRemove={isNew ? undefined : remove}
          onClose={close}
        />
      )}
    </div>
  );
}
