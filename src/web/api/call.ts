import type { Static, TSchema } from "@sinclair/typebox";

import { type Argument, type CallUrlInput, fillCallUrl } from "#contract/call-url.ts";
import type { Call, PartOf } from "#contract/call.ts";
import type { CallKey, Calls } from "#contract/calls.ts";
import type { MediaBody } from "#contract/media.ts";

import { sendRequest } from "./client.ts";

/** The response's JSON; undefined for 204, which a retry also gets if the item was deleted in the meantime. */
export type ResponseOf<Key extends CallKey> = Calls[Key] extends { response: infer Schema extends TSchema }
  ? Static<Schema> | (Calls[Key] extends { isSentOnce: true } ? undefined : never)
  : undefined;

type RequestBody<One extends Call> = One extends { body: MediaBody } ? FormData | Blob : PartOf<One, "body">;
type BodyField<Body> = [Body] extends [undefined] ? unknown : undefined extends Body ? { body?: Body } : { body: Body };
type Options = Pick<RequestInit, "signal" | "keepalive">;
export type CallInput<Key extends CallKey> = CallUrlInput<Key> & BodyField<RequestBody<Calls[Key]>> & Options;
type RawInput = Options & { params?: object; query?: object; body?: unknown };

/** @throws ApiError for an error response; TypeError or DOMException without a response of our server */
export async function call<Key extends CallKey>(
  key: Key,
  ...input: Argument<CallInput<Key>>
): Promise<ResponseOf<Key>> {
  return (await callWithHeaders(key, ...input)).body;
}

export async function callWithHeaders<Key extends CallKey>(
  key: Key,
  ...[input]: Argument<CallInput<Key>>
): Promise<{ body: ResponseOf<Key>; headers: Headers }> {
  const { params, query, body, ...options }: RawInput = input ?? {};
  const [method = ""] = key.split(" ", 1);
  const response = await sendRequest(method, fillCallUrl(key, params, query), body, options);
  return { body: response.body as ResponseOf<Key>, headers: response.headers };
}
