import { type DataTag, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { reasonOr } from "#web/api/failure-reason.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";

import { showError, showSuccess, type ToastLink } from "./toast.ts";

/** Shown as a toast, because on a phone the queued entry may be far below its form. */
const QUEUED_MESSAGE = "It'll be sent when you're online.";

type Explain = (failureText: string, error: Error) => string;

export type MutationWithToastOptions<In, Out> = {
  mutationFn: (input: In) => Promise<Out>;
  /** Text of the 'Success' toast; none by default. A null output, for a queued mutation, has its own text. */
  done?: string | ((output: Out) => string);
  doneLink?: ((output: Out) => ToastLink) | undefined;
  /** Text of the toast when it fails; none when omitted, because the page shows it. */
  failed?: string;
  explain?: Explain;
  onDone?: (output: Out, input: In) => void;
  /** @returns true when a field shows the error, instead of a toast */
  onFailed?: (error: Error) => boolean | void;
  /** Gets the output at once, before it's refetched. */
  updatesQuery?: { queryKey: DataTag<QueryKey, NoInfer<Out> | null, Error> };
  /** All when omitted; for frequent mutations. */
  refetches?: readonly string[] | undefined;
  /** Mutations with the same id run one after another, so the last press counts. */
  scopeId?: string;
  mutationKey?: readonly string[];
};

export function useMutationWithToast<In = void, Out = unknown>(options: MutationWithToastOptions<In, Out>) {
  const { done, failed, explain = reasonOr, updatesQuery } = options;
  const queries = useQueryClient();
  const [owner] = useState(readTabOwner);
  return useMutation({
    mutationFn: options.mutationFn,
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    ...(options.scopeId && { scope: { id: options.scopeId } }),
    ...(options.refetches && { meta: { refetches: options.refetches } }),
    onSuccess: (output, input) => {
      // A late response must not show the previous member's data to the next one.
      if (owner !== null && owner !== readTabOwner()) return;
      if (done !== undefined)
        showSuccess(
          output === null ? QUEUED_MESSAGE : typeof done === "string" ? done : done(output),
          options.doneLink?.(output),
        );
      if (updatesQuery && output !== null) queries.setQueryData(updatesQuery.queryKey, output);
      options.onDone?.(output, input);
    },
    onError: (error) => {
      const isShown = options.onFailed?.(error) === true;
      if (failed !== undefined && !isShown) showError(explain(failed, error));
    },
  });
}
