import type { PartOf } from "./call.ts";
import type { CallKey, Calls } from "./calls.ts";

type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [_ in Name]?: Value }
    : undefined extends Value
      ? { [_ in Name]?: Value }
      : { [_ in Name]: Value };

export type CallUrlInput<Key extends CallKey> = Field<"params", PartOf<Calls[Key], "params">> &
  Field<"query", MaybeUndefined<PartOf<Calls[Key], "query">>>;

type MaybeUndefined<Query> = { [Name in keyof Query]: Query[Name] | undefined };

/** Optional if no part of the input is required. */
export type Argument<Input> = object extends Input ? [input?: Input] : [input: Input];

export function callUrl<Key extends CallKey>(key: Key, ...[input]: Argument<CallUrlInput<Key>>): string {
  const { params, query }: Input = input ?? {};
  return fillCallUrl(key, params, query);
}

type Input = { params?: object; query?: object };

export function fillCallUrl(key: string, params: Input["params"] = {}, query: Input["query"] = {}): string {
  const values: Record<string, unknown> = { ...params };
  const path = key
    .slice(key.indexOf("/"))
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = String(new URLSearchParams(JSON.parse(JSON.stringify(query))));
  return search ? `${path}?${search}` : path;
}

/** Matches the paths of these calls, without their queries. */
export function pathPattern(...keys: readonly CallKey[]): RegExp {
  const paths = keys.map((key) => key.slice(key.indexOf("/")));
  const patterns = paths.map((path) =>
    path
      .replaceAll("*", ".+")
      .replaceAll(/:id\b/g, String.raw`\d+`)
      .replaceAll(/:\w+/g, "[^/]+"),
  );
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

const SMALL_COVERS = "/api/covers/small/";

const STORED_COVER_PATH = /^\/api\/covers\/(?=[0-9a-f]{64}\.webp$)/;

/** The URL of a stored cover at 480 pixels width, for lists. Doesn't change other URLs. */
export const smallCoverUrl = (url: string): string => url.replace(STORED_COVER_PATH, SMALL_COVERS);
