import { type DataTag, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

import { ApiError, isSignedOut, serverMessage } from "#web/api/client.ts";
import { failureReason, SESSION_EXPIRED } from "#web/api/failure-reason.ts";

import { showError, showSuccess, type ToastLink } from "./toast.ts";

/** On a phone, what waits may be shown far below its form. */
const QUEUED_MESSAGE = "It'll be sent when you're online.";

type Explain = (failed: string, error: Error) => string;

export type MutationWithToastOptions<In, Out> = {
  mutationFn: (input: In) => Promise<Out>;
  /** Text of the 'Success' toast, or that it waits when the answer is null; none when omitted. */
  done?: string | ((output: Out) => string);
  /** Where that toast leads. */
  doneLink?: ((output: Out) => ToastLink) | undefined;
  /** Text of the toast when it fails; none when omitted: the page says it. */
  failed?: string;
  /** How the toast says why; without it the reason, else `failed`. */
  explain?: Explain;
  onDone?: (output: Out, input: In) => void;
  onFailed?: (error: Error) => void;
  /** The query that the call answers, too: pages show it at once, before they ask again. */
  updatesQuery?: { queryKey: DataTag<QueryKey, NoInfer<Out> | null, Error> };
  /** The answers it changes (`query-client.ts`), for acts that are made often; all when omitted. */
  refetches?: readonly string[] | undefined;
  /** Acts of one name are sent one after another, so the last press counts. */
  scopeId?: string;
  /** For `isMutating`. */
  mutationKey?: readonly string[];
};

/** Something that a person does and the server stores or sends, with toasts. What pages show is asked for again. */
export function useMutationWithToast<In = void, Out = unknown>(options: MutationWithToastOptions<In, Out>) {
  const {
    mutationFn,
    done,
    doneLink,
    failed,
    explain = reasonOr,
    onDone,
    onFailed,
    updatesQuery,
    refetches,
    scopeId,
    mutationKey,
  } = options;
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    ...(mutationKey && { mutationKey }),
    ...(scopeId && { scope: { id: scopeId } }),
    ...(refetches && { meta: { refetches } }),
    onSuccess: (output, input) => {
      if (done !== undefined)
        showSuccess(
          output === null ? QUEUED_MESSAGE : typeof done === "string" ? done : done(output),
          doneLink?.(output),
        );
      if (updatesQuery && output !== null) queries.setQueryData(updatesQuery.queryKey, output);
      onDone?.(output, input);
    },
    onError: (error) => {
      onFailed?.(error);
      if (failed !== undefined) showError(explain(failed, error));
    },
  });
}

/** The text itself (SPEC 8), then the server's message or what to do. */
export function withReason(failed: string, error: unknown): string {
  return `${failed} ${reasonAfter(error)}`.trim();
}

/** SPEC 8's 'server message, else …', for what admins do. */
export function serverMessageOr(failed: string, error: unknown): string {
  return isSignedOut(error) ? withReason(failed, error) : (serverMessage(error) ?? failed);
}

/** What a form says of its own (SPEC 8), unless there is a reason. */
export function reasonOr(failed: string, error: unknown): string {
  return isSignedOut(error) ? SESSION_EXPIRED : (failureReason(error) ?? failed);
}

function reasonAfter(error: unknown): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? (error instanceof ApiError ? "" : "Check your connection and try again.");
}
