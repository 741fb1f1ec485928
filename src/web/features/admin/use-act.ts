import { useMutation } from "@tanstack/react-query";

import { ApiError, isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import { showToast } from "#web/ui/toast.ts";

type Options<In, Out> = {
  act: (input: In) => Promise<Out>;
  /** Text of the 'Success' toast; none when omitted. */
  done?: string | ((output: Out) => string);
  failed: string;
  /** True where SPEC 8 says 'server message, else …'. */
  serverFirst?: boolean;
  onDone?: (output: Out, input: In) => void;
  onFailed?: (error: Error) => void;
};

/** A mutation with SPEC 8's toasts. */
export function useAct<In = void, Out = unknown>({
  act,
  done,
  failed,
  serverFirst,
  onDone,
  onFailed,
}: Options<In, Out>) {
  return useMutation({
    mutationFn: act,
    onSuccess: (output, input) => {
      if (done !== undefined)
        showToast({ title: "Success", description: typeof done === "string" ? done : done(output) });
      onDone?.(output, input);
    },
    onError: (error) => {
      onFailed?.(error);
      const isServers = serverFirst && !isSignedOut(error);
      const description = isServers ? (serverMessage(error) ?? failed) : failureText(failed, error);
      showToast({ style: "destructive", title: "Error", description });
    },
  });
}

/** SPEC 8's text, then the server's message or what to do. */
export function failureText(failed: string, error: unknown): string {
  return `${failed} ${reason(error)}`.trim();
}

function reason(error: unknown): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? (error instanceof ApiError ? "" : "Check your connection and try again.");
}
