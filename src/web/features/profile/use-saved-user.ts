import { useMutation } from "@tanstack/react-query";
import { useSetAtom } from "jotai";

import type { User } from "#contract/users.ts";
import { isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import { sessionAtom } from "#web/state/session.ts";
import { showToast } from "#web/ui/toast.ts";

type Options<T> = {
  save: (values: T) => Promise<User>;
  done: string;
  failed: string;
  onError?: (error: Error) => void;
};

/** Saves and updates every view, with a toast either way. */
export function useSavedUser<T>({ save, done, failed, onError }: Options<T>) {
  const setSession = useSetAtom(sessionAtom);
  return useMutation({
    mutationFn: save,
    onSuccess: (user) => {
      // unless signed out meanwhile
      setSession((before) => (before.status === "signed-in" ? { status: "signed-in", user } : before));
      showToast({ title: "Success", description: done });
    },
    onError: (error) => {
      onError?.(error);
      showToast({ style: "destructive", title: "Error", description: profileFailure(error, failed) });
    },
  });
}

/** What to do about an ended session, the server's message, or the fallback. */
export function profileFailure(error: unknown, fallback: string): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? fallback;
}
