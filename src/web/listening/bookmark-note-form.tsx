import { type FormEvent, useState } from "react";

import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits/bookmarks.ts";
import type { Player } from "#web/listening/player/player.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";

import { bookmarkFailure, type Mark, useBookmarkChanges } from "./use-bookmarks.ts";

type Props = { player: Player; mark: Mark; onDone: () => void };

export function BookmarkNoteForm({ player, mark, onDone }: Props) {
  const [note, setNote] = useState(mark.note);
  const { change } = useBookmarkChanges(player.book.id);
  useUnsaved("bookmark note", "your note", note !== mark.note);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ mark, note: note.trim() }, { onSuccess: onDone });
  };
  return (
    <form ref={focusField} onSubmit={submit} className="flex flex-1 flex-wrap items-end gap-2 p-2">
      <Field
        label="Edit note"
        limit={BOOKMARK_NOTE_MAX_LENGTH}
        value={note}
        error={change.isError ? bookmarkFailure("saved", change.error) : undefined}
        onText={setNote}
        onKeyDown={({ key }) => key === "Escape" && onDone()}
        className="min-w-0 flex-1 basis-52"
      />
      <Button type="submit" disabled={change.isPending}>
        Save
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

/** Outside the component, so the ref is stable. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector("input")?.focus();
