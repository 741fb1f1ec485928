import { useState } from "react";

import { REPLY_MAX_LENGTH } from "#contract/limits.ts";
import type { Reply, ReplyPatch } from "#contract/notes.ts";
import { call } from "#web/api/call.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { EntryActions } from "#web/ui/forms/entry-actions.tsx";

import { AuthoredText, LinkedText } from "./authored-text.tsx";
import { TextForm } from "./text-form.tsx";

export function ReplyEntry({ reply, name }: { reply: Reply; name: string }) {
  const isAdmin = useIsAdmin();
  const [isEditing, setIsEditing] = useState(false);
  const { isLeaving, remove, undo } = useUndoable({
    id: reply.id,
    mutationFn: (id: number) => call("DELETE /api/replies/:id", { params: { id }, keepalive: true }),
    failed: "The reply wasn't deleted. Please try again.",
  });
  const change = useMutationWithToast({
    mutationFn: ({ id, text }: ReplyPatch & { id: number }) =>
      call("PATCH /api/replies/:id", { params: { id }, body: { text } }),
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
            before={reply.text}
            max={REPLY_MAX_LENGTH}
            isBusy={change.isPending}
            onSend={(text) => change.mutate({ id: reply.id, text })}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <LinkedText text={reply.text} />
        )}
        {!isEditing && (reply.mine || isAdmin) && (
          <div className="-ml-2 flex flex-wrap print:hidden">
            <EntryActions
              what={`the reply '${reply.text.slice(0, 80)}'`}
              onEdit={reply.mine ? () => setIsEditing(true) : null}
              onRemove={remove}
            />
          </div>
        )}
      </AuthoredText>
    </li>
  );
}
