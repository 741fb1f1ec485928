import { useState } from "react";

import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import { lengthError } from "#web/lib/format/validate.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";
import { Dialog } from "#web/ui/layout/dialog.tsx";
import { Quotation } from "#web/ui/text/prose.tsx";

import type { ListedBookmark } from "./use-bookmarks.ts";

type Props = {
  bookmark: Pick<ListedBookmark, "quote" | "note">;
  isSaving: boolean;
  onSave: (note: string) => void;
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

/** Edits the note of a bookmark or highlight. Asks before Escape, Back or a press beside it loses text. */
export function BookmarkDialog({ bookmark: { quote, note }, isSaving, onSave, onRemove, onClose }: Props) {
  const [text, setText] = useState(note);
  const [isAsking, setIsAsking] = useState(false);
  const isChanged = text.trim() !== note;
  useUnsaved("bookmark note", "your note", isChanged);
  return (
    <Dialog
      onClose={() => (isChanged ? setIsAsking(true) : onClose())}
      title={quote ? "Highlight" : "Bookmark"}
      actions={
        <>
          {onRemove && (
            <Button variant="caution" onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="season"
            disabled={isSaving || lengthError(text, BOOKMARK_NOTE_MAX_LENGTH) !== ""}
            onClick={() => onSave(text)}
          >
            Save
          </Button>
        </>
      }
    >
      {quote && <Quotation text={quote} className="mb-4 line-clamp-5 border-l-4 border-season pl-3 wrap-anywhere" />}
      <TextArea data-autofocus label="Your note" limit={BOOKMARK_NOTE_MAX_LENGTH} value={text} onText={setText} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without saving?"
        confirm="Close"
        cancel="Stay here"
        onConfirm={onClose}
        onClose={() => setIsAsking(false)}
      >
        Not saved: your note. It will be lost if you close it.
      </ConfirmDialog>
    </Dialog>
  );
}
