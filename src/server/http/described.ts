import type { TObject } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";

/** A route's `detail`, for the API's description. */
export type Description = DocumentDecoration;
type Responses = NonNullable<DocumentDecoration["responses"]>;
type Body = { requestBody: NonNullable<DocumentDecoration["requestBody"]> };
type Field = { type: "string" | "integer"; format?: "binary"; minimum?: number };
type Content = Record<string, { schema: Field }>;

/** For the API's description: a call that answers with something other than JSON, in one of these types. */
export function respondsWith(description: string, ...types: string[]): { responses: Responses } {
  return { responses: { 200: { description, content: contentOf(types) } } };
}

/** A call that sends JSON as a file, to which Elysia applies no schema. */
export function respondsWithJson(
  description: string,
  { type, properties, required = [] }: TObject,
): { responses: Responses } {
  const schema = { type, properties, required: [...required] };
  return { responses: { 200: { description, content: { "application/json": { schema } } } } };
}

/** A call whose answer has an ETag. */
export function respondsWithETag(description: string, ...types: string[]): { responses: Responses } {
  const { responses } = respondsWith(description, ...types);
  return { responses: { ...responses, 304: { description: "The copy that `If-None-Match` names is still good." } } };
}

/** A call whose answer can be asked for in pieces. */
export function respondsWithRanges(description: string, ...types: string[]): { responses: Responses } {
  return {
    responses: {
      ...respondsWithETag(description, ...types).responses,
      206: { description: "The range that `Range` asked for.", content: contentOf(types) },
      416: { description: "The range is beyond the end of the file." },
    },
  };
}

/** A call that answers by `fileResponse`. */
export function respondsWithFile(description: string, ...types: string[]): { responses: Responses } {
  const { responses } = respondsWithRanges(description, ...types);
  return {
    responses: {
      ...responses,
      302: { description: "The file is in the club's bucket, at the address in `Location`." },
    },
  };
}

/** A call that reads a form's file itself, and the form's other fields. */
export function acceptsForm(description: string, files: readonly string[], fields: Record<string, Field> = {}): Body {
  const parts = files.map((name): [string, Field] => [name, { type: "string", format: "binary" }]);
  const schema = { type: "object" as const, properties: { ...fields, ...Object.fromEntries(parts) } };
  const required = files.length === 1 ? { required: [...files] } : {};
  const content = { "multipart/form-data": { schema: { ...schema, ...required } } };
  return { requestBody: { description, required: true, content } };
}

/** A call that reads another body itself. */
export function accepts(description: string, ...types: string[]): Body {
  return { requestBody: { description, required: true, content: contentOf(types) } };
}

function contentOf(types: readonly string[]): Content {
  const isText = (type: string) => /^text\/|[/+](?:json|xml)\b/.test(type);
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: "string", ...(!isText(type) && { format: "binary" }) } }]),
  );
}
