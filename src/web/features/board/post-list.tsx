import { useQuery } from "@tanstack/react-query";

import type { Post } from "#contract/posts.ts";
import { useClub } from "#web/api/club.ts";
import { postsQuery } from "#web/api/posts.ts";
import { formatPostDate } from "#web/lib/dates.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The posts, newest first: loading, empty, or one entry each (SPEC 2). A failed look for newer ones leaves them. */
export function PostList() {
  const { data: posts, error, refetch } = useQuery(postsQuery);
  const what = posts ? "the newest posts" : "the board";
  return (
    <>
      {error && <LoadError what={what} error={error} onRetry={() => void refetch()} className={posts && "mb-6"} />}
      {!posts && !error && <PostSkeletons />}
      {posts?.length === 0 && (
        <EmptyState icon={<MousePicture doing="sharing" />}>
          No posts yet. Be the first to share what you're bringing!
        </EmptyState>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {posts?.map((post) => (
          <PostEntry key={post.id} post={post} />
        ))}
      </ul>
    </>
  );
}

function PostEntry({ post: { content, createdAt, user } }: { post: Post }) {
  const { timeZone } = useClub();
  return (
    <li className="flex gap-3.5 py-4 first:pt-0 last:pb-0">
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span dir="auto" className="min-w-0 font-semibold">
            {user.displayName}
          </span>
          <time dateTime={createdAt} className="text-sm text-ink-soft">
            {formatPostDate(createdAt, timeZone)}
          </time>
        </p>
        <p dir="auto" className="mt-0.5 max-w-measure">
          {content}
        </p>
      </div>
    </li>
  );
}

function PostSkeletons() {
  return (
    <div>
      <output className="block text-ink-soft">Loading posts...</output>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3.5 py-4">
          <Skeleton shape="pill" className="size-10" />
          <div className="flex-1 space-y-2.5 pt-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
