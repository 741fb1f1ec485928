import type { PartOf } from "./call.ts";
import type { CallKey, Calls } from "./calls.ts";

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [_ in Name]?: Value }
    : undefined extends Value
      ? { [_ in Name]?: Value }
      : { [_ in Name]: Value };

/** What a call's path and query need. */
export type AddressInput<Key extends CallKey> = Field<"params", PartOf<Calls[Key], "params">> &
  Field<"query", MaybeUndefined<PartOf<Calls[Key], "query">>>;

/** A part of a query that is undefined isn't sent. */
type MaybeUndefined<Query> = { [Name in keyof Query]: Query[Name] | undefined };

/** An argument that may be left out where nothing in it is required. */
export type Argument<Input> = object extends Input ? [input?: Input] : [input: Input];

/** The path and query of a call. */
export function addressOf<Key extends CallKey>(key: Key, ...[input]: Argument<AddressInput<Key>>): string {
  const { params, query }: Input = input ?? {};
  return fillAddress(key, params, query);
}

type Input = { params?: object; query?: object };

export function fillAddress(key: string, params: Input["params"] = {}, query: Input["query"] = {}): string {
  const values: Record<string, unknown> = { ...params };
  const path = key
    .slice(key.indexOf("/"))
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  // without what is undefined
  const search = String(new URLSearchParams(JSON.parse(JSON.stringify(query))));
  return search ? `${path}?${search}` : path;
}

/** Followed by the name of a stored cover. */
const SMALL_COVERS = "/api/covers/small/";

const STORED = /^\/api\/covers\/(?=[0-9a-f]{64}\.webp$)/;

/** Where a stored cover is 480 pixels wide, for lists; other addresses stay as they are. */
export const smallCover = (address: string): string => address.replace(STORED, SMALL_COVERS);
