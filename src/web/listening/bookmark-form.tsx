import { atom, useAtom } from "jotai";
import { Bookmark as BookmarkIcon } from "lucide-react";
import type { FormEvent } from "react";

import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import { clockText } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";

import { useBookmarkChanges } from "./use-bookmarks.ts";

/** Not in `useForm`: the draft survives switching tabs and pages, but not its player. */
const draftAtom = atom<{ player: Player; note: string } | null>(null);

export function BookmarkForm({ player, position }: { player: Player; position: number }) {
  const [draft, setDraft] = useAtom(draftAtom);
  const note = draft?.player === player ? draft.note : "";
  const { set } = useBookmarkChanges(player.book.id);
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
        Bookmark {clockText(position)}
      </Button>
    </form>
  );
}
