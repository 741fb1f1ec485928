import { useRef, useState } from "react";

import { useGet } from "#web/api/use-get.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { PendingMutations } from "#web/offline/queue/pending-mutations.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { useOpenEntries } from "#web/ui/forms/use-open-entries.ts";

import { PostEntry } from "./post-entry.tsx";

const PREVIEW_MAX = 3;

/** The latest posts, and all of them on request. */
export function PostList() {
  const result = useGet("GET /api/posts");
  const openEntries = useOpenEntries(result.data ?? [], (one, other) => other.id - one.id);
  const posts = result.data && openEntries.entries;
  const [isExpanded, setExpanded] = useState(false);
  const listRef = useRef<HTMLUListElement>(null);
  const nameOf = memberNames((posts ?? []).map(({ user }) => user));
  return (
    <>
      <QueryStatus
        query={result}
        name="the board"
        newestName="the newest posts"
        skeleton={
          <>
            <output className="mb-3 block text-ink-soft">Loading posts...</output>
            <SkeletonLines lines={9} />
          </>
        }
      />
      <PendingMutations label="Waiting posts" removeLabel="Don't post" isShown={({ kind }) => kind === "post"} />
      {posts?.length === 0 && (
        <EmptyState mouse="sharing">No posts yet. Be the first to share what you're bringing!</EmptyState>
      )}
      <ul ref={listRef} tabIndex={-1} className="divide-y divide-line empty:hidden">
        {posts
          ?.filter(({ id }, index) => isExpanded || index < PREVIEW_MAX || openEntries.isOpen(id))
          .map((post) => (
            <PostEntry key={post.id} post={post} name={nameOf(post.user)} onOpen={openEntries.onOpen} />
          ))}
      </ul>
      {!isExpanded && posts && posts.length > PREVIEW_MAX && (
        <Button
          variant="plain"
          className="mt-2 print:hidden"
          onClick={() => {
            setExpanded(true);
            // The focused button disappears.
            listRef.current?.focus({ preventScroll: true });
          }}
        >
          Show all {posts.length}
        </Button>
      )}
    </>
  );
}
