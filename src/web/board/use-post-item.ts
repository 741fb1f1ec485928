import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";

import { fetchUser } from "#web/api/auth.ts";
import { isSignedOut } from "#web/api/client.ts";
import { failureReason } from "#web/api/failure-reason.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { userAtom } from "#web/state/session.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

const POSTING_KEY = ["posting"];
const EXPIRED_MESSAGE = "Session expired. Please log in again.";
const NOT_LOGGED_IN_MESSAGE = "You must be logged in to post";

/** Checks the session, then posts, with the toasts of SPEC 5 and 8. */
export function usePostItem(onPosted: (content: string) => void) {
  const user = useAtomValue(userAtom);
  const queries = useQueryClient();
  const sendOrQueue = useSendOrQueue<"post">();
  const { mutate, isPending } = useMutationWithToast({
    mutationKey: POSTING_KEY,
    mutationFn: async (content: string) => {
      if (!user) throw new Error(NOT_LOGGED_IN_MESSAGE);
      const freshUser = await fetchUser().catch((cause: unknown) => {
        if (isSignedOut(cause)) throw new Error(EXPIRED_MESSAGE, { cause });
        // Offline, behind a proxy or while the server fails, the session can't be checked. The post's own call decides.
        return user;
      });
      // Another member signed in in another tab. The post must not become theirs.
      if (freshUser.id !== user.id) throw new Error(EXPIRED_MESSAGE);
      return sendOrQueue({ kind: "post", content, sendKey: randomHexId() });
    },
    // Null is a queued post, which the board shows.
    done: "Your post has been added",
    failed: "Failed to add your post. Please try again.",
    explain: formatPostFailure,
    onDone: (_, content) => onPosted(content),
  });
  const post = (content: string) => {
    // On a slow phone a second press comes before the button is disabled.
    const pendingPostCount = queries.isMutating({
      mutationKey: POSTING_KEY,
      predicate: ({ state }) => state.variables === content,
    });
    if (pendingPostCount === 0) mutate(content);
  };
  return { post, isPosting: isPending };
}

export function formatPostFailure(failureText: string, error: Error): string {
  if (error.message.startsWith("401") || error.message.includes("Session expired")) {
    return "Your session expired. Please refresh the page and log in again.";
  }
  if (error.message === NOT_LOGGED_IN_MESSAGE) return NOT_LOGGED_IN_MESSAGE;
  return failureReason(error) ?? failureText;
}
