import { useQueryClient } from "@tanstack/react-query";

import type { Post } from "#contract/posts.ts";
import { removePost } from "#web/api/board.ts";
import { refetchMeeting } from "#web/api/meetings.ts";
import { useUndoable } from "#web/ui/use-undoable.ts";

/** Deletes after 10 seconds to undo (BEYOND 2). */
export function useRemoval({ id }: Post) {
  const queries = useQueryClient();
  return useUndoable({
    id,
    act: removePost,
    failed: "Your post wasn't deleted. Please try again.",
    onDone: () => refetchMeeting(queries),
  });
}
