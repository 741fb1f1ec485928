import { type ComponentType, useEffect, useState } from "react";

import type { Contents } from "#contract/reading.ts";
import { MarkDialog } from "#web/listening/mark-dialog.tsx";
import { type Mark, useBookmarkMutations, useBookmarks } from "#web/listening/use-bookmarks.ts";
import { ContentsPanel, EarlierPlaces } from "#web/reading/panels/contents-panel.tsx";
import { MarksPanel } from "#web/reading/panels/marks-panel.tsx";
import { SearchPanel } from "#web/reading/panels/search-panel.tsx";
import { SettingsPanel } from "#web/reading/panels/settings-panel.tsx";
import type { Destination } from "#web/reading/view/destination.ts";
import { Dialog } from "#web/ui/layout/dialog.tsx";
import { Sheet } from "#web/ui/layout/sheet.tsx";

import type { Reader, TextSelection } from "./reader.ts";
import { type EditedMark, NoteCard, SelectionBar } from "./selection-bar.tsx";
import type { PanelName } from "./top-bar.tsx";
import { useReaderState } from "./use-reader.ts";
import { PartViewer, PictureViewer } from "./viewers.tsx";

/** `isSent` is false for a draft. */
export type Composer = ComponentType<{
  bookId: number;
  fraction: number;
  quote: string;
  onClose: (isSent: boolean) => void;
}>;

type Props = {
  panel: PanelName | null;
  reader: Reader;
  contents: Contents;
  bookId: number;
  Composer: Composer | null;
  onClose: () => void;
};

const TITLES: Record<PanelName, string> = {
  contents: "Contents",
  search: "Search in the book",
  marks: "Bookmarks and highlights",
  settings: "Display settings",
};

const PANEL_FADE_MS = 500;
const NO_MARKS: readonly Mark[] = [];

export function ReaderDialogs({ panel, reader, contents, bookId, Composer, onClose }: Props) {
  const [passage, setPassage] = useState<TextSelection | null>(null);
  const [editedMark, setEditedMark] = useState<EditedMark | null>(null);
  const { data: marks = NO_MARKS } = useBookmarks(bookId);
  const changes = useBookmarkMutations(bookId);
  useHighlights(reader, marks);
  const selected = useReaderState(reader, "selected");
  const note = useReaderState(reader, "note");
  const picture = useReaderState(reader, "picture");
  const part = useReaderState(reader, "part");
  const mark = useReaderState(reader, "mark");
  const openMark = editedMark ?? mark;
  const existingMark = marks.find(({ id }) => id !== null && id === openMark?.id);
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
  const closeMark = () => {
    if (editedMark?.id === null) focusPage();
    setEditedMark(null);
    reader.clear("mark");
  };
  const highlight = (note: string) => {
    if (selected) changes.set.mutate({ ...selected, note });
    reader.clear("selected");
    reader.view.element.focusView();
  };
  const save = (note: string) => {
    if (openMark?.id === null) highlight(note);
    else if (existingMark) changes.change.mutate({ mark: existingMark, note });
    closeMark();
  };
  return (
    <div className="pointer-events-auto">
      <Dialog isOpen={panel !== null && panel !== "settings"} onClose={onClose} title={panel ? TITLES[panel] : ""}>
        {panel === "contents" && (
          <>
            <ContentsPanel contents={contents} place={reader.state().place} onGo={onGo} />
            <EarlierPlaces bookId={bookId} contents={contents} onGo={onGo} />
          </>
        )}
        {panel === "search" && <SearchPanel bookId={bookId} contents={contents} onGo={onGo} />}
        {panel === "marks" && (
          <MarksPanel
            bookId={bookId}
            marks={marks}
            contents={contents}
            onGo={onGo}
            onEdit={(row) => setEditedMark(row)}
            onRemove={(mark) => changes.remove.mutate(mark)}
          />
        )}
      </Dialog>
      <Sheet isOpen={panel === "settings"} onClose={onClose} title={TITLES.settings}>
        <SettingsPanel />
      </Sheet>
      {selected && !editedMark && (
        <SelectionBar
          onHighlight={() => highlight("")}
          onQuote={Composer && (() => setPassage(selected))}
          onNote={() => setEditedMark({ id: null, quote: selected.quote, note: "" })}
        />
      )}
      {Composer && passage && (
        <Composer bookId={bookId} fraction={passage.fraction} quote={passage.quote} onClose={closeComposer} />
      )}
      {note && <NoteCard text={note.text} onGo={() => onGo(note.target)} onClose={() => reader.clear("note")} />}
      {part && <PartViewer {...part} styles={reader.view.styles()} onClose={() => reader.clear("part")} />}
      {picture && <PictureViewer {...picture} onClose={() => reader.clear("picture")} />}
      {openMark && (
        <MarkDialog
          key={openMark.id ?? "new"}
          quote={openMark.quote}
          note={openMark.note}
          onSave={save}
          onRemove={
            openMark.id === null
              ? undefined
              : () => {
                  if (existingMark) changes.remove.mutate(existingMark);
                  closeMark();
                }
          }
          onClose={closeMark}
        />
      )}
    </div>
  );
}

function useHighlights({ highlights, view }: Reader, marks: readonly Mark[]): void {
  useEffect(() => {
    highlights.show(marks, getComputedStyle(view.element).getPropertyValue("--gold").trim());
  }, [highlights, view, marks]);
}
