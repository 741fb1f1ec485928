import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";

import { fetchUser } from "#web/api/auth.ts";
import { addPost } from "#web/api/board.ts";
import { ApiError, serverMessage } from "#web/api/client.ts";
import { postsQuery } from "#web/api/posts.ts";
import { userAtom } from "#web/state/session.ts";
import { showToast } from "#web/ui/toast.ts";

const POSTING = ["posting"];
const EXPIRED = "Session expired. Please log in again.";
const NOT_LOGGED_IN = "You must be logged in to post";

/** Checks the session, then posts, with the toasts of SPEC 5 and 8. */
export function usePostItem(onPosted: (content: string) => void) {
  const user = useAtomValue(userAtom);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: POSTING,
    mutationFn: async (content: string) => {
      if (!user) throw new Error(NOT_LOGGED_IN);
      const now = await fetchUser().catch((cause: unknown) => {
        // offline the session is unknown: the post's own toast covers it
        if (!(cause instanceof ApiError)) throw cause;
        throw new Error(EXPIRED, { cause });
      });
      // someone else signed in in another tab: it must not become their post
      if (now.id !== user.id) throw new Error(EXPIRED);
      return addPost({ content });
    },
    onSuccess: async (_post, content) => {
      onPosted(content);
      showToast({ title: "Success", description: "Your post has been added" });
      await queries.invalidateQueries({ queryKey: postsQuery.queryKey });
    },
    onError: (error) => showToast({ style: "destructive", title: "Error", description: postFailure(error) }),
  });
  const post = (content: string) => {
    // on a slow phone a second press comes before the button is disabled
    const same = queries.isMutating({ mutationKey: POSTING, predicate: ({ state }) => state.variables === content });
    if (same === 0) mutate(content);
  };
  return { post, isPosting: isPending };
}

export function postFailure(error: Error): string {
  if (error.message.startsWith("401") || error.message.includes("Session expired")) {
    return "Your session expired. Please refresh the page and log in again.";
  }
  if (error.message === NOT_LOGGED_IN) return NOT_LOGGED_IN;
  return serverMessage(error) ?? "Failed to add your post. Please try again.";
}
