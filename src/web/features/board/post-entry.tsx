import { useAtomValue } from "jotai";
import { Pencil, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";

import type { Post } from "#contract/posts.ts";
import { useClub } from "#web/api/club.ts";
import { formatPostDate } from "#web/lib/dates.ts";
import { userAtom } from "#web/state/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";

import { EditForm } from "./edit-form.tsx";
import { useRemoval } from "./use-removal.ts";

const ICON = { "aria-hidden": true, className: "size-4.5" } as const;
const TOOL = "inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink";

/** One post; its author can edit and delete it, admins can delete any. A claim is deleted like a post, not edited. */
export function PostEntry({ post }: { post: Post }) {
  const { timeZone } = useClub();
  const isAdmin = useAtomValue(userAtom)?.isAdmin ?? false;
  const [isEditing, setIsEditing] = useState(false);
  const { isLeaving, remove, undo } = useRemoval(post);
  const { content, createdAt, editedAt, user, mine, needId } = post;
  if (isLeaving) return <Removed onUndo={undo} />;
  return (
    <li className="flex gap-3.5 py-4 first:pt-0 last:pb-0 max-sm:flex-wrap">
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span dir="auto" className="min-w-0 font-semibold">
            {user.displayName}
          </span>
          <time dateTime={createdAt} className="text-sm text-ink-soft">
            {formatPostDate(createdAt, timeZone)}
          </time>
          {editedAt && <span className="text-sm text-ink-soft">edited</span>}
        </p>
        {isEditing ? (
          <EditForm post={post} onClose={() => setIsEditing(false)} />
        ) : (
          <p dir="auto" className="mt-0.5 max-w-measure">
            {content}
          </p>
        )}
      </div>
      {!isEditing && (mine || isAdmin) && (
        <div className="-my-1.5 flex shrink-0 justify-end max-sm:-my-2.5 max-sm:basis-full print:hidden">
          {mine && needId === null && (
            <button type="button" className={TOOL} aria-label={`Edit '${content}'`} onClick={() => setIsEditing(true)}>
              <Pencil {...ICON} />
            </button>
          )}
          <button type="button" className={TOOL} aria-label={`Delete '${content}'`} onClick={remove}>
            <Trash2 {...ICON} />
          </button>
        </div>
      )}
    </li>
  );
}

function Removed({ onUndo }: { onUndo: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-4 text-ink-soft first:pt-0 last:pb-0">
      <output>Deleted</output>
      <Button
        look="quiet"
        icon={<Undo2 {...ICON} />}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus has just gone
        autoFocus
        onClick={onUndo}
      >
        Undo
      </Button>
    </li>
  );
}
