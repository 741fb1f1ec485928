import { Heart } from "lucide-react";
import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { Wine } from "#contract/wines.ts";
import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { DeletedAlert, RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { EditTools } from "#web/ui/forms/entry-actions.tsx";
import { type ListedEntry, type OnOpen, useReportOpen } from "#web/ui/forms/use-open-entries.ts";
import { Badge } from "#web/ui/layout/badge.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { WINE_KIND_LABELS, WineForm } from "./wine-form.tsx";

type Props = {
  wine: ListedEntry<Wine>;
  bookTitle: string | undefined;
  authorName: string;
  onOpen: OnOpen<Wine>;
};

export function WineEntry({ wine, bookTitle, authorName, onOpen }: Props) {
  const { id, name, kind, note, bookId, mine, likes, liked } = wine;
  const isAdmin = useIsAdmin();
  const like = useCall(liked ? "DELETE /api/wines/:id/like" : "PUT /api/wines/:id/like", {
    failed: "Your like wasn't saved. Please try again.",
  });
  const [isEditing, setIsEditing] = useState(false);
  useReportOpen(wine, isEditing, onOpen);
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/wines/:id", {
    input: { params: { id } },
    failed: "The wine wasn't deleted. Please try again.",
  });
  if (isLeaving) return <RemovedEntry className="py-4" onUndo={undo} />;
  if (isEditing)
    return (
      <li className="py-4">
        <WineForm wine={wine} bookId={bookId} onDone={() => setIsEditing(false)} />
        {wine.isDeleted && <DeletedAlert entry="wine" />}
      </li>
    );
  return (
    <li className="flex flex-wrap items-start gap-x-3 py-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {name} <Badge>{WINE_KIND_LABELS[kind]}</Badge>
        </p>
        {note && (
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        )}
        <p className="mt-1 text-sm text-ink-soft">
          {mine ? "Your suggestion" : `Suggested by ${authorName}`}
          {bookId !== null && bookTitle && (
            <>
              , for{" "}
              <Link to={`/shelf/${bookId}`} className="underline underline-offset-4">
                {bookTitle}
              </Link>
            </>
          )}
        </p>
      </div>
      <Button
        className="shrink-0 px-3!"
        aria-pressed={liked}
        aria-label={`Like '${name}', ${pluralize(likes, "like")}`}
        disabled={like.isPending}
        onClick={ignoreDoubleClick(() => like.mutate({ params: { id } }))}
      >
        <Heart className={`size-5 ${liked ? "fill-current text-wine" : ""}`} />
        {likes}
      </Button>
      {(mine || isAdmin) && <EditTools name={name} onEdit={() => setIsEditing(true)} onRemove={remove} />}
    </li>
  );
}
