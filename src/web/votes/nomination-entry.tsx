import { useState } from "react";

import { isolateText } from "#contract/isolate-text.ts";
import type { Nomination } from "#contract/nominations.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { DeletedAlert, RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { EditTools } from "#web/ui/forms/entry-actions.tsx";
import { type ListedEntry, type OnOpen, useReportOpen } from "#web/ui/forms/use-open-entries.ts";
import { BookCover } from "#web/ui/images/book-cover.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { LibraryLinks } from "#web/ui/text/library-links.tsx";

import { formatPages } from "./format-result.ts";
import { NominationForm } from "./nomination-form.tsx";

type Props = { nomination: ListedEntry<Nomination>; name: string; onOpen: OnOpen<Nomination> };

/** Its author and admins can edit it while it's waiting, and delete it. */
export function NominationEntry({ nomination, name, onOpen }: Props) {
  const { id, title, author, isbn, reason, pages, mine, state } = nomination;
  const isAdmin = useIsAdmin();
  const [isEditing, setIsEditing] = useState(false);
  useReportOpen(nomination, isEditing, onOpen);
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/nominations/:id", {
    input: { params: { id } },
    failed: "The nomination wasn't deleted. Please try again.",
  });
  if (isLeaving) return <RemovedEntry className="py-4" onUndo={undo} />;
  if (isEditing)
    return (
      <li className="py-4">
        <NominationForm nomination={nomination} onDone={() => setIsEditing(false)} />
        {nomination.isDeleted && <DeletedAlert entry="nomination" />}
      </li>
    );
  return (
    <li className="flex flex-wrap items-start gap-x-4 py-4">
      <BookCover {...nomination} isSmall className="w-16" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {title} {state === "chosen" && <Badge>Chosen</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {[`by ${isolateText(author)}`, formatPages(pages)].filter(Boolean).join(" · ")}
        </p>
        {reason && (
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {reason}
          </p>
        )}
        <LibraryLinks isbn={isbn} title={title} />
        <p className="mt-1 text-sm text-ink-soft">Nominated by {mine ? "you" : name}</p>
      </div>
      {(mine || isAdmin) && (
        <EditTools name={title} onEdit={state === "open" ? () => setIsEditing(true) : null} onRemove={remove} />
      )}
    </li>
  );
}
