import { TransformKind, type TSchema } from "@sinclair/typebox";

import { isTextRule, type TextRule } from "#contract/text-rule.ts";

import type { Contract } from "./contract.ts";

export type Json = { [key: string]: unknown };

export type SchemaOf = (schema: TSchema, field?: string) => Json;

/** Keywords that TypeBox and OpenAPI 3.1 share. */
const SHARED = [
  "type",
  "const",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "format",
];

/** Converts schemas to OpenAPI 3.1; exported ones become components. */
export function createSchemas(contract: Contract) {
  const components: Record<string, Json> = {};

  const schemaOf: SchemaOf = (schema, field) => {
    const name = contract.nameOf(schema);
    if (name === undefined) return convert(schema, field);
    if (!(name in components)) {
      components[name] = {};
      components[name] = convert(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  const convert = (schema: TSchema, field?: string): Json => {
    const description = [contract.describe(schema, field), describeLimits(schema)].filter(Boolean).join(" ");
    return { ...shapeOf(schema), ...(description && { description }) };
  };

  const shapeOf = (schema: TSchema): Json => {
    if (TransformKind in schema) return { type: "integer", minimum: 0 };
    const choices: TSchema[] | undefined = schema["anyOf"];
    if (choices) return choiceOf(choices);
    if (isTextRule(schema)) return textOf(schema);
    const shared = Object.fromEntries(SHARED.filter((key) => key in schema).map((key) => [key, schema[key]]));
    if (schema["items"]) return { ...shared, items: schemaOf(schema["items"]) };
    if (!schema["properties"]) return shared;
    const properties = Object.entries<TSchema>(schema["properties"]).map(([name, one]) => [name, schemaOf(one, name)]);
    return {
      ...shared,
      properties: Object.fromEntries(properties),
      ...(schema["required"] && { required: [...schema["required"]] }),
      ...("additionalProperties" in schema && { additionalProperties: schema["additionalProperties"] }),
    };
  };

  const choiceOf = (choices: readonly TSchema[]): Json => {
    const isNull = (one: TSchema) => one["type"] === "null";
    const others = choices.filter((one) => !isNull(one));
    const orNull = others.length < choices.length;
    const [otherSchema] = others;
    const one = others.every((choice) => typeof choice["const"] === "string" && choice["const"] !== "")
      ? { type: "string", enum: others.map((choice) => choice["const"]) }
      : others.length === 1 && otherSchema
        ? schemaOf(otherSchema)
        : null;
    if (one === null) return { anyOf: choices.map((choice) => schemaOf(choice)) };
    if (!orNull) return one;
    const values = Array.isArray(one["enum"]) ? { enum: [...one["enum"], null] } : {};
    return typeof one["type"] === "string"
      ? { ...one, type: [one["type"], "null"], ...values }
      : { anyOf: [one, { type: "null" }] };
  };

  return { components, schemaOf };
}

/** Includes patterns that all languages' engines can read. */
function textOf({ minLength, maxLength, pattern }: TextRule): Json {
  const isPlain = pattern !== undefined && !/\\p\{|\(\?<?[=!]/.test(pattern);
  return {
    type: "string",
    ...(minLength > 0 && { minLength }),
    maxLength,
    ...(isPlain && { pattern }),
  };
}

function describeLimits(schema: TSchema): string {
  const messages: unknown[] = [schema["emptyError"], schema["error"], schema["longError"]];
  const sentences = messages.filter((one) => typeof one === "string" && !one.startsWith("Not a"));
  return [...new Set(sentences.map((one) => String(one).replace(/\.?$/, ".")))].join(" ");
}
