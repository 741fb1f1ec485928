import { useMutation } from "@tanstack/react-query";

import { ApiError, isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import { showToast } from "#web/ui/toast.ts";

type Options<In, Out> = {
  act: (input: In) => Promise<Out>;
  /** Text of the toast 'Success'; none when left out. */
  done?: string | ((output: Out) => string);
  /** Text of the toast 'Error' (SPEC 8). */
  failed: string;
  /** True where SPEC 8 says 'server message, else …': the server's sentence then stands instead of `failed`. */
  serverFirst?: boolean;
  onDone?: (output: Out, input: In) => void;
  onFailed?: (error: Error) => void;
};

/** An admin's act, with SPEC 8's toast either way. */
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

/** SPEC 8's text, then what went wrong in the server's words, or what to do where it said nothing. */
export function failureText(failed: string, error: unknown): string {
  return `${failed} ${reason(error)}`.trim();
}

function reason(error: unknown): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? (error instanceof ApiError ? "" : "Check your connection and try again.");
}
