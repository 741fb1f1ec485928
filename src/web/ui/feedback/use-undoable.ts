import { useEffect, useRef, useState } from "react";

import type { Argument } from "#contract/call-url.ts";
import type { CallKey } from "#contract/calls.ts";
import { call, type CallInput, type ResponseOf } from "#web/api/call.ts";
import { captureAuthor } from "#web/api/request.ts";
import { onBeforeSignOut } from "#web/state/before-sign-out.ts";

import { useMutationWithToast } from "./use-mutation-with-toast.ts";

const UNDO_MS = 10_000;

type Options<Key extends CallKey> = {
  input: CallInput<Key>;
  done?: string;
  failed: string;
};

/**
 * Sends a call, such as a deletion, after 10 seconds to undo (BEYOND 2, 6); at once when the page is left, closed or
 * hidden, which is the last that a phone's page may notice, or at a sign-out.
 */
export function useUndoable<Key extends CallKey>(key: Key, { input, ...toasts }: Options<Key>) {
  const [isLeaving, setIsLeaving] = useState(false);
  const isUndone = useRef(false);
  const asAuthor = useRef(<T>(send: () => T): T => send());
  const setLeaving = (isNowLeaving: boolean) => {
    isUndone.current = !isNowLeaving;
    asAuthor.current = captureAuthor();
    setIsLeaving(isNowLeaving);
  };
  const { mutateAsync } = useMutationWithToast<void, ResponseOf<Key>>({
    ...toasts,
    mutationFn: () =>
      asAuthor.current(() => call(key, ...([{ ...input, keepalive: true }] as unknown as Argument<CallInput<Key>>))),
    onFailed: () => setLeaving(false),
  });

  useEffect(() => {
    if (!isLeaving) return undefined;
    let isSent = false;
    const send = async () => {
      if (isSent || isUndone.current) return;
      isSent = true;
      await mutateAsync().catch(() => undefined);
    };
    const timer = setTimeout(send, UNDO_MS);
    const sendIfHidden = () => void (document.hidden && send());
    const removeHook = onBeforeSignOut(send);
    addEventListener("pagehide", send);
    document.addEventListener("visibilitychange", sendIfHidden);
    return () => {
      clearTimeout(timer);
      removeHook();
      removeEventListener("pagehide", send);
      document.removeEventListener("visibilitychange", sendIfHidden);
      void send();
    };
  }, [isLeaving, mutateAsync]);

  return {
    isLeaving,
    remove: () => setLeaving(true),
    undo: () => setLeaving(false),
  };
}
