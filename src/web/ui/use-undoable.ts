import { useEffect, useRef, useState } from "react";

import { useOwnAct } from "./use-own-act.ts";

const UNDO_MS = 10_000;

type Options = { id: number; act: (id: number) => Promise<unknown>; failed: string; onDone: () => void };

/** Deletes after 10 seconds to undo; immediately when the page is left or closed (BEYOND 2, 6). */
export function useUndoable({ id, act, failed, onDone }: Options) {
  const [isLeaving, setIsLeaving] = useState(false);
  const isUndone = useRef(false);
  const { mutate } = useOwnAct({
    act,
    failed,
    onDone,
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
