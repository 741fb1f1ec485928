import { type TProperties, type TSchema, Type } from "@sinclair/typebox";

/** One of these texts. */
export const OneOf = <const Text extends string>(texts: readonly Text[], error?: string) =>
  Type.Unsafe<Text>(
    Type.Union(
      texts.map((text) => Type.Literal(text)),
      error === undefined ? {} : { error },
    ),
  );

/** The schema's error message applies to the whole: a union has none of its own. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], "error" in schema ? { error: schema["error"] } : {});

/** Refuses fields that it doesn't know. */
export const StrictObject = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

/** Options of an object with the fields to change. */
export const PATCH_OPTIONS = {
  minProperties: 1,
  additionalProperties: false,
  error: "Send at least one field to change, and only known ones",
} as const;

/** An object whose fields are all alike. */
export const FieldsOf = <const Name extends string, Field extends TSchema>(names: readonly Name[], field: Field) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>);
