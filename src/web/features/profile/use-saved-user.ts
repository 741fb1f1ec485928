import { useMutation } from "@tanstack/react-query";
import { useSetAtom } from "jotai";

import type { User } from "#contract/users.ts";
import { isSignedOut, serverMessage } from "#web/api/client.ts";
import { sessionAtom } from "#web/state/session.ts";
import { showToast } from "#web/ui/toast.ts";

type Options<T> = {
  save: (values: T) => Promise<User>;
  done: string;
  failed: string;
  onError?: (error: Error) => void;
};

/** Saves something of the member's own and shows it everywhere, with a toast either way. */
export function useSavedUser<T>({ save, done, failed, onError }: Options<T>) {
  const setSession = useSetAtom(sessionAtom);
  return useMutation({
    mutationFn: save,
    onSuccess: (user) => {
      setSession({ status: "signed-in", user });
      showToast({ title: "Success", description: done });
    },
    onError: (error) => {
      onError?.(error);
      showToast({ style: "destructive", title: "Error", description: profileFailure(error, failed) });
    },
  });
}

/** The server's sentence, the spec's for an ended session, or the fallback. */
export function profileFailure(error: unknown, fallback: string): string {
  if (isSignedOut(error)) return "Your session expired. Please refresh the page and log in again.";
  return serverMessage(error) ?? fallback;
}
