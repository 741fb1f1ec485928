import { useState } from "react";

import { POST_MAX_LENGTH } from "#contract/limits.ts";
import type { Post } from "#contract/posts.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { DeletedAlert, RemovedEntry } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { EditTools } from "#web/ui/forms/entry-actions.tsx";
import { TextForm } from "#web/ui/forms/text-form.tsx";
import { type ListedEntry, type OnOpen, useReportOpen } from "#web/ui/forms/use-open-entries.ts";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { AuthorLine } from "#web/ui/text/name-list.tsx";

type Props = { post: ListedEntry<Post>; name: string; onOpen: OnOpen<Post> };

/** Authors edit and delete their posts, and admins delete any. Claims can only be deleted. */
export function PostEntry({ post, name, onOpen }: Props) {
  const isAdmin = useIsAdmin();
  const [isEditing, setIsEditing] = useState(false);
  useReportOpen(post, isEditing, onOpen);
  const { isLeaving, remove, undo } = useUndoable("DELETE /api/posts/:id", {
    input: { params: { id: post.id } },
    failed: "Your post wasn't deleted. Please try again.",
  });
  const change = useCall("PATCH /api/posts/:id", {
    failed: "Your change wasn't saved. Please try again.",
    onDone: () => setIsEditing(false),
  });
  const { content, createdAt, editedAt, user, mine, needId } = post;
  if (isLeaving) return <RemovedEntry className="py-4 first:pt-0 last:pb-0" onUndo={undo} />;
  return (
    <li className="flex gap-3.5 py-4 first:pt-0 last:pb-0 max-sm:flex-wrap">
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <div className="min-w-0 flex-1">
        <AuthorLine name={name} createdAt={createdAt} editedAt={editedAt} />
        {isEditing ? (
          <TextForm
            label="Your item"
            isOneLine
            button="Save"
            initialText={content}
            max={POST_MAX_LENGTH}
            isBusy={change.isPending}
            onSend={(text) => change.mutate({ params: { id: post.id }, body: { content: text } })}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <p dir="auto" className="mt-0.5 max-w-measure">
            {content}
          </p>
        )}
        {post.isDeleted && <DeletedAlert entry="post" />}
      </div>
      {!isEditing && (mine || isAdmin) && (
        <EditTools
          name={content}
          onEdit={mine && needId === null ? () => setIsEditing(true) : null}
          onRemove={remove}
        />
      )}
    </li>
  );
}
