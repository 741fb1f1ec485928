import { useState } from "react";

import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import { lengthError } from "#web/lib/format/validate.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { Dialog } from "#web/ui/layout/dialog.tsx";
import { Quotation } from "#web/ui/text/prose.tsx";

type Props = {
  quote: string;
  note: string;
  onSave: (note: string) => void;
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

/** Edits the note of a bookmark or highlight. */
export function BookmarkDialog({ quote, note, onSave, onRemove, onClose }: Props) {
  const [text, setText] = useState(note);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={quote ? "Highlight" : "Bookmark"}
      actions={
        <>
          {onRemove && (
            <Button variant="caution" onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="season"
            disabled={lengthError(text, BOOKMARK_NOTE_MAX_LENGTH) !== ""}
            onClick={() => onSave(text)}
          >
            Save
          </Button>
        </>
      }
    >
      {quote && <Quotation text={quote} className="mb-4 line-clamp-5 border-l-4 border-season pl-3 wrap-anywhere" />}
      <TextArea data-autofocus label="Your note" limit={BOOKMARK_NOTE_MAX_LENGTH} value={text} onText={setText} />
    </Dialog>
  );
}
