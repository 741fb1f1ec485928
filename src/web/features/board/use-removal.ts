import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { Post } from "#contract/posts.ts";
import { removePost } from "#web/api/board.ts";
import { refetchMeeting } from "#web/api/meetings.ts";
import { useOwnAct } from "#web/ui/use-own-act.ts";

/** Milliseconds in which a delete can be undone. */
const UNDO_MS = 10_000;

/** Deletes a post after 10 seconds in which that can be undone; at once when the page is left or closed (BEYOND 2). */
export function useRemoval({ id }: Post) {
  const queries = useQueryClient();
  const [isLeaving, setIsLeaving] = useState(false);
  const isUndone = useRef(false);
  const { mutate } = useOwnAct({
    act: removePost,
    failed: "Your post wasn't deleted. Please try again.",
    onDone: () => refetchMeeting(queries),
    onFailed: () => {
      isUndone.current = true;
      setIsLeaving(false);
    },
  });

  useEffect(() => {
    if (!isLeaving) return undefined;
    let isSent = false;
    const send = () => {
      if (!isSent && !isUndone.current) mutate(id);
      isSent = true;
    };
    const timer = setTimeout(send, UNDO_MS);
    addEventListener("pagehide", send);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", send);
      send();
    };
  }, [isLeaving, id, mutate]);

  return {
    isLeaving,
    remove: () => {
      isUndone.current = false;
      setIsLeaving(true);
    },
    undo: () => {
      isUndone.current = true;
      setIsLeaving(false);
    },
  };
}
