import { useMutation } from "@tanstack/react-query";

import { failureReason, isSignedOut, SESSION_EXPIRED } from "#web/api/client.ts";

import { showError, showSuccess } from "./toast.ts";

export type OwnAct<In, Out> = {
  act: (input: In) => Promise<Out>;
  /** Text of the 'Success' toast; none when omitted, or when the answer is null: it waits, and the page says so. */
  done?: string | ((output: Out) => string);
  failed: string;
  /** What the toast of a failure says; without it the reason, else `failed`. */
  explain?: (failed: string, error: Error) => string;
  onDone?: (output: Out, input: In) => void;
  onFailed?: (error: Error) => void;
  /** The answers it changes (`query-client.ts`), for acts that are made often; all when omitted. */
  refetches?: readonly string[];
};

/** Something a member does with their own things, with a toast when it fails. */
export function useOwnAct<In = void, Out = unknown>({
  act,
  done,
  failed,
  explain = reasonFirst,
  onDone,
  onFailed,
  refetches,
}: OwnAct<In, Out>) {
  return useMutation({
    mutationFn: act,
    ...(refetches && { meta: { refetches } }),
    onSuccess: (output, input) => {
      if (done !== undefined && output !== null) showSuccess(typeof done === "string" ? done : done(output));
      onDone?.(output, input);
    },
    onError: (error) => {
      onFailed?.(error);
      showError(explain(failed, error));
    },
  });
}

function reasonFirst(failed: string, error: unknown): string {
  return isSignedOut(error) ? SESSION_EXPIRED : (failureReason(error) ?? failed);
}
