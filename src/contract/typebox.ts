import { type TProperties, type TSchema, Type } from "@sinclair/typebox";

export const OneOf = <const Text extends string>(texts: readonly Text[], error?: string) =>
  Type.Unsafe<Text>(
    Type.Union(
      texts.map((text) => Type.Literal(text)),
      error === undefined ? {} : { error },
    ),
  );

export const Integer = (minimum: number, maximum: number, error: string) => Type.Integer({ minimum, maximum, error });

/** A union can't have its own error message. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], "error" in schema ? { error: schema["error"] } : {});

/** Rejects unknown fields. */
export const StrictObject = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

export const PATCH_OPTIONS = {
  minProperties: 1,
  additionalProperties: false,
  error: "Send at least one field to change, and only known ones",
} as const;

/** Elysia converts a value of another type to an empty object, which would reject no stale save. */
export const LAST_SEEN_OPTIONS = { minProperties: 1, error: "Send in `was` the fields as you last saw them" } as const;

export const FieldsOf = <const Name extends string, Field extends TSchema>(names: readonly Name[], field: Field) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>);
