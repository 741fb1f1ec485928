import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";

import { fetchUser } from "#web/api/auth.ts";
import { ApiError } from "#web/api/client.ts";
import { isForeignError } from "#web/api/failure-kind.ts";
import { failureReason } from "#web/api/failure-reason.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { userAtom } from "#web/state/session.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

const POSTING = ["posting"];
const EXPIRED = "Session expired. Please log in again.";
const NOT_LOGGED_IN = "You must be logged in to post";

/** Checks the session, then posts, with the toasts of SPEC 5 and 8. */
export function usePostItem(onPosted: (content: string) => void) {
  const user = useAtomValue(userAtom);
  const queries = useQueryClient();
  const sendOrQueue = useSendOrQueue();
  const { mutate, isPending } = useMutationWithToast({
    mutationKey: POSTING,
    mutationFn: async (content: string) => {
      if (!user) throw new Error(NOT_LOGGED_IN);
      const now = await fetchUser().catch((cause: unknown) => {
        if (cause instanceof ApiError && !isForeignError(cause)) throw new Error(EXPIRED, { cause });
        // offline, or behind a proxy, the session is unknown, and the post waits
        return user;
      });
      // someone else signed in in another tab: it must not become their post
      if (now.id !== user.id) throw new Error(EXPIRED);
      return sendOrQueue({ kind: "post", content, sendKey: randomHexId() });
    },
    // null waits, and the board says so
    done: "Your post has been added",
    failed: "Failed to add your post. Please try again.",
    explain: postFailure,
    onDone: (_, content) => onPosted(content),
  });
  const post = (content: string) => {
    // on a slow phone a second press comes before the button is disabled
    const same = queries.isMutating({ mutationKey: POSTING, predicate: ({ state }) => state.variables === content });
    if (same === 0) mutate(content);
  };
  return { post, isPosting: isPending };
}

export function postFailure(failed: string, error: Error): string {
  if (error.message.startsWith("401") || error.message.includes("Session expired")) {
    return "Your session expired. Please refresh the page and log in again.";
  }
  if (error.message === NOT_LOGGED_IN) return NOT_LOGGED_IN;
  return failureReason(error) ?? failed;
}
