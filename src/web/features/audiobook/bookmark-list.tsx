import { useQuery } from "@tanstack/react-query";
import { Bookmark as BookmarkIcon, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import type { Bookmark } from "#contract/bookmarks.ts";
import { BOOKMARK_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import { bookmarksQuery, useRemoveBookmark, useSetBookmark } from "#web/api/bookmarks.ts";
import { isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import type { Player } from "#web/features/audiobook/player/player.ts";
import { clockText } from "#web/features/audiobook/player/time-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toast.ts";

import { ROW } from "./chapter-list.tsx";

/** The member's bookmarks, each with its note; a new one marks where the book is now. */
export function BookmarkList({ player, position }: { player: Player; position: number }) {
  const { data, error, refetch } = useQuery(bookmarksQuery(player.book.id));
  return (
    <div className="space-y-3">
      <BookmarkForm bookId={player.book.id} position={Math.floor(position)} />
      {error ? (
        <LoadError what="your bookmarks" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={3} className="p-3" />
      ) : data.length === 0 ? (
        <EmptyState icon={<BookmarkIcon aria-hidden="true" />}>
          No bookmarks yet. Mark a sentence you want to bring up at the meeting.
        </EmptyState>
      ) : (
        <ul className="max-h-80 overflow-y-auto overscroll-contain">
          {data.map((bookmark) => (
            <BookmarkRow key={bookmark.id} bookmark={bookmark} player={player} />
          ))}
        </ul>
      )}
    </div>
  );
}

function BookmarkForm({ bookId, position }: { bookId: number; position: number }) {
  const [note, setNote] = useState("");
  const set = useSetBookmark(bookId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ currentTime: position, note }, { onSuccess: () => setNote("") });
  };
  const failed = set.isError ? bookmarkFailure("saved", set.error) : undefined;
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field
        label="Note"
        placeholder="What to remember (optional)"
        maxLength={BOOKMARK_NOTE_MAX_LENGTH}
        value={note}
        error={failed}
        onChange={({ target }) => setNote(target.value)}
        className="min-w-0 flex-1 basis-52"
      />
      <Button
        type="submit"
        look="quiet"
        disabled={set.isPending}
        icon={<BookmarkIcon aria-hidden="true" className="size-5" />}
      >
        Bookmark {clockText(position)}
      </Button>
    </form>
  );
}

function bookmarkFailure(what: "saved" | "removed", error: Error): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? `The bookmark was not ${what}. Check your connection and try again.`;
}

function BookmarkRow({ bookmark, player }: { bookmark: Bookmark; player: Player }) {
  const remove = useRemoveBookmark(player.book.id);
  const { id, currentTime, chapter, note } = bookmark;
  return (
    <li className="flex items-start gap-1">
      <button
        type="button"
        onClick={() => player.seek(currentTime)}
        className={`${ROW} flex-wrap items-baseline! gap-x-3 gap-y-0.5`}
      >
        <span className="shrink-0 font-semibold tabular-nums sm:w-16">{clockText(currentTime)}</span>
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
          {note || <span className="text-ink-soft">{player.book.chapters[chapter]?.title ?? "Bookmark"}</span>}
        </span>
      </button>
      <button
        type="button"
        aria-label={`Remove the bookmark at ${clockText(currentTime)}`}
        disabled={remove.isPending}
        onClick={({ currentTarget }) => {
          const panel = currentTarget.closest<HTMLElement>("[role=tabpanel]");
          remove.mutate(id, {
            onSuccess: () => panel?.focus({ preventScroll: true }),
            onError: (error) =>
              showToast({ style: "destructive", title: "Error", description: bookmarkFailure("removed", error) }),
          });
        }}
        className="-outline-offset-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft hover:bg-danger-tint hover:text-danger"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
