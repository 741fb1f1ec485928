import { useMutation } from "@tanstack/react-query";

import { isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";

import { showToast } from "./toast.ts";

type Options<In, Out> = {
  act: (input: In) => Promise<Out>;
  done?: string;
  failed: string;
  onDone?: (output: Out, input: In) => void;
  onFailed?: () => void;
};

/** Something a member does with their own things, with a toast when it fails. */
export function useOwnAct<In = void, Out = unknown>({ act, done, failed, onDone, onFailed }: Options<In, Out>) {
  return useMutation({
    mutationFn: act,
    onSuccess: (output, input) => {
      if (done !== undefined) showToast({ title: "Success", description: done });
      onDone?.(output, input);
    },
    onError: (error) => {
      const description = isSignedOut(error) ? SESSION_EXPIRED : (serverMessage(error) ?? failed);
      showToast({ style: "destructive", title: "Error", description });
      onFailed?.();
    },
  });
}
