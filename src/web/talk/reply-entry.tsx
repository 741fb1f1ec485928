import { useState } from "react";

import { REPLY_MAX_LENGTH } from "#contract/limits.ts";
import type { Reply } from "#contract/notes.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { EntryActions } from "#web/ui/forms/entry-actions.tsx";
import { TextForm } from "#web/ui/forms/text-form.tsx";

import { AuthoredText, LinkedText } from "./authored-text.tsx";

export function ReplyEntry({ reply, name }: { reply: Reply; name: string }) {
  const isAdmin = useIsAdmin();
  const [isEditing, setIsEditing] = useState(false);
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/replies/:id", {
    input: { params: { id: reply.id } },
    failed: "The reply wasn't deleted. Please try again.",
  });
  const change = useCall("PATCH /api/replies/:id", {
    failed: "Your change wasn't saved. Please try again.",
    onDone: () => setIsEditing(false),
  });
  if (isLeaving) return <RemovedEntry onUndo={undo} />;
  return (
    <li>
      <AuthoredText entry={reply} name={name}>
        {isEditing ? (
          <TextForm
            label="Your reply"
            button="Save"
            initialText={reply.text}
            max={REPLY_MAX_LENGTH}
            isBusy={change.isPending}
            onSend={(text) => change.mutate({ params: { id: reply.id }, body: { text } })}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <LinkedText text={reply.text} />
        )}
        {!isEditing && (reply.mine || isAdmin) && (
          <div className="-ml-2 flex flex-wrap print:hidden">
            <EntryActions
              name={`the reply '${reply.text.slice(0, 80)}'`}
              onEdit={reply.mine ? () => setIsEditing(true) : null}
              onRemove={remove}
            />
          </div>
        )}
      </AuthoredText>
    </li>
  );
}
