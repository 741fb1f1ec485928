import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import type { Player } from "#web/listening/player/player.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

import { type Mark, useBookmarkChanges } from "./use-bookmarks.ts";

type Props = { player: Player; mark: Mark; onDone: () => void };

export function BookmarkNoteForm({ player, mark, onDone }: Props) {
  const { change } = useBookmarkChanges(player.book.id);
  const form = useForm({
    base: { note: mark.note },
    unsaved: ["bookmark note", "your note"],
    onSubmit: ({ note }) => change.mutate({ mark, note: note.trim() }, { onSuccess: onDone }),
  });
  return (
    <form {...form.formProps} className="flex flex-1 flex-wrap items-end gap-2 p-2">
      <Field
        label="Edit note"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
        autoFocus
        limit={BOOKMARK_NOTE_MAX_LENGTH}
        {...form.field("note")}
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
