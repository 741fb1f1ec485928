import { useWaitingActs } from "#web/offline/waiting/acts.ts";
import { WaitingNote } from "#web/offline/waiting/waiting-note.tsx";
import { Button } from "#web/ui/button.tsx";

/** The member's own posts that wait for the network. */
export function WaitingPosts() {
  const { acts, drop } = useWaitingActs();
  const posts = acts.filter((act) => act.kind === "post");
  if (posts.length === 0) return null;
  return (
    <ul aria-label="Waiting posts" className="mb-4 divide-y divide-line rounded-md bg-sunk px-4">
      {posts.map((post) => (
        <li key={post.sendKey} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere">
              {post.content}
            </p>
            <WaitingNote />
          </div>
          <Button variant="quiet" aria-label={`Don't post: ${post.content}`} onClick={() => drop(post)}>
            Don't post
          </Button>
        </li>
      ))}
    </ul>
  );
}
