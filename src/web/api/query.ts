import { queryOptions } from "@tanstack/react-query";

import { type AddressInput, addressOf, type Argument } from "#contract/address-of.ts";
import type { CallKey } from "#contract/calls.ts";

import type { ResponseOf } from "./call.ts";
import { QUERY_OPTIONS } from "./query-options.ts";

/** A query of one of the table's GETs. Its key is the address, by which stored responses are found. */
export function query<Key extends Extract<CallKey, `GET ${string}`>>(key: Key, ...input: Argument<AddressInput<Key>>) {
  return queryOptions<ResponseOf<Key>>({ queryKey: [addressOf(key, ...input)], ...QUERY_OPTIONS[key] });
}
