import { type TSchema, Type } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";

import { type Call, describeLimits } from "#contract/call.ts";
import { type ErrorCode, HTTP_STATUS } from "#contract/error-codes.ts";
import type { MediaBody, MediaResponse } from "#contract/media.ts";

type Responses = NonNullable<DocumentDecoration["responses"]>;

export function describeCall(call: Call): DocumentDecoration {
  const { tag, by, summary, description, body, response, openApi } = call;
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...openApi,
    ...describeGuard(by),
    ...(isMediaBody(body) && { requestBody: describeBody(body) }),
    responses: {
      ...(openApi?.["responses"] as Responses | undefined),
      ...describeErrors(call),
      ...(isMediaResponse(response) && describeMedia(response)),
    },
  };
}

export function describeHead(call: Call): DocumentDecoration {
  return { tags: [call.tag], ...describeGuard(call.by), responses: describeErrors(call) };
}

/** Response schemas by status; null if the route creates its own `Response`. */
export function responseSchemas(call: Call): Record<number, TSchema> | null {
  const { status, otherStatus, response, isSentOnce, isRaw, conflict } = call;
  if ((isRaw && !response) || isMediaResponse(response)) return null;
  const schema = response ?? Type.Undefined();
  return {
    [status ?? 200]: schema,
    ...(otherStatus && { [otherStatus]: schema }),
    ...(isSentOnce && { 204: Type.Undefined() }),
    ...(conflict && { 409: conflict }),
  };
}

export const isMediaBody = (body: Call["body"]): body is MediaBody => body !== undefined && "types" in body;

export const isMediaResponse = (response: Call["response"]): response is MediaResponse =>
  response !== undefined && "types" in response;

function describeGuard(by: Call["by"]): Pick<DocumentDecoration, "security"> {
  return { security: by === "visitor" ? [] : [{ session: [by] }] };
}

function describeErrors({ throws = {}, limits = [] }: Call): Responses {
  const tooManyTexts = [throws["too-many"], describeLimits(...limits)].filter(Boolean).join(" ");
  const descriptions = { ...throws, ...(tooManyTexts && { "too-many": tooManyTexts }) };
  return Object.fromEntries(
    Object.entries(descriptions).map(([code, description]) => [HTTP_STATUS[code as ErrorCode], { description }]),
  );
}

function describeMedia({ description, types, kind, schema }: MediaResponse): Responses {
  const content = schema ? { "application/json": { schema: toPlainSchema(schema) } } : contentOf(types);
  return {
    200: { description, content },
    ...(kind !== "whole" && { 304: { description: "The copy that `If-None-Match` names is still good." } }),
    ...((kind === "ranges" || kind === "file") && {
      206: { description: "The range that `Range` asked for.", content },
      416: { description: "The range is beyond the end of the file." },
    }),
    ...(kind === "file" && {
      302: { description: "The file is in the club's bucket, at the address in `Location`." },
    }),
  };
}

function describeBody({ description, types, form }: MediaBody): NonNullable<DocumentDecoration["requestBody"]> {
  if (!form) return { description, required: true, content: contentOf(types) };
  const files = form.files.map((name) => [name, { type: "string", format: "binary" }] as const);
  const requiredFields = files.length === 1 ? { required: [...form.files] } : {};
  const schema = {
    type: "object" as const,
    properties: { ...form.fields, ...Object.fromEntries(files) },
    ...requiredFields,
  };
  return { description, required: true, content: { "multipart/form-data": { schema } } };
}

function toPlainSchema({ type, properties, required = [] }: NonNullable<MediaResponse["schema"]>) {
  return { type, properties, required: [...required] };
}

function contentOf(types: readonly string[]) {
  const isText = (type: string) => /^text\/|[/+](?:json|xml)\b/.test(type);
  return Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: "string" as const, ...(!isText(type) && { format: "binary" as const }) } },
    ]),
  );
}
