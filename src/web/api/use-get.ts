import { useQuery, type UseQueryOptions } from "@tanstack/react-query";

import type { Argument, CallUrlInput } from "#contract/call-url.ts";
import type { CallKey } from "#contract/calls.ts";

import type { ResponseOf } from "./call.ts";
import { query } from "./query.ts";

type GetKey = Extract<CallKey, `GET ${string}`>;

type Options<Key extends GetKey> = Pick<
  UseQueryOptions<ResponseOf<Key>>,
  "enabled" | "refetchInterval" | "refetchOnMount" | "refetchOnWindowFocus" | "staleTime"
>;
type RawInput<Key extends GetKey> = Options<Key> & { params?: object; query?: object };

/** The response of a call, fetched when it isn't cached. */
export function useGet<Key extends GetKey>(key: Key, ...[input]: Argument<CallUrlInput<Key> & Options<Key>>) {
  const { params, query: search, ...options } = (input ?? {}) as RawInput<Key>;
  return useQuery({ ...query(key, ...([{ params, query: search }] as Argument<CallUrlInput<Key>>)), ...options });
}
