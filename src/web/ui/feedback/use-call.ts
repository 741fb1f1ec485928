import type { Argument } from "#contract/call-url.ts";
import type { CallKey } from "#contract/calls.ts";
import { REFETCHES } from "#contract/refetches.ts";
import { call, type CallInput, type ResponseOf } from "#web/api/call.ts";

import { type MutationWithToastOptions, useMutationWithToast } from "./use-mutation-with-toast.ts";

/** Void where nothing is required, so that `mutate` needs no argument. */
type Variables<Input> = object extends Input ? Input | void : Input;

export type UseCallOptions<Key extends CallKey> = Omit<
  MutationWithToastOptions<Variables<CallInput<Key>>, ResponseOf<Key>>,
  "mutationFn" | "refetches"
>;

/** Sends one call of the API when `mutate` gets its input, and refetches what it changes. */
export const useCall = <Key extends CallKey>(key: Key, options: UseCallOptions<Key> = {}) =>
  useMutationWithToast<Variables<CallInput<Key>>, ResponseOf<Key>>({
    ...options,
    mutationFn: (input) => call(key, ...([input] as unknown as Argument<CallInput<Key>>)),
    refetches: REFETCHES[key],
  });
