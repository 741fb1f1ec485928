import { useEffect, useRef, useState } from "react";

import { type MutationWithToastOptions, useMutationWithToast } from "./use-mutation-with-toast.ts";

const UNDO_MS = 10_000;

type Options<Out> = Pick<
  MutationWithToastOptions<number, Out>,
  "mutationFn" | "done" | "failed" | "explain" | "onDone" | "onFailed"
> & {
  id: number;
  /** Also sends when the page is hidden, because a phone may then end it. */
  sendOnHide?: boolean;
};

/** Deletes after 10 seconds to undo; immediately when the page is left or closed (BEYOND 2, 6). */
export function useUndoable<Out>({ id, sendOnHide = false, onFailed, ...own }: Options<Out>) {
  const [isLeaving, setIsLeaving] = useState(false);
  const isUndone = useRef(false);
  const { mutate } = useMutationWithToast({
    ...own,
    onFailed: (error) => {
      isUndone.current = true;
      setIsLeaving(false);
      onFailed?.(error);
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
    const sendAside = () => void (sendOnHide && document.hidden && send());
    addEventListener("pagehide", send);
    document.addEventListener("visibilitychange", sendAside);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", send);
      document.removeEventListener("visibilitychange", sendAside);
      send();
    };
  }, [isLeaving, id, sendOnHide, mutate]);

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
