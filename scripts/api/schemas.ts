import { TransformKind, type TSchema } from "@sinclair/typebox";

import { isTextRule, type TextRule } from "#contract/text-rule.ts";

import type { Contract } from "./contract.ts";

export type Json = { [key: string]: unknown };

export type SchemaOf = (schema: TSchema, field?: string) => Json;

/** Keywords that TypeBox and OpenAPI 3.1 share. */
const SHARED_KEYWORDS = [
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
    const fields = Object.fromEntries(SHARED_KEYWORDS.filter((key) => key in schema).map((key) => [key, schema[key]]));
    if (schema["items"]) return { ...fields, items: schemaOf(schema["items"]) };
    if (!schema["properties"]) return fields;
    const properties = Object.entries<TSchema>(schema["properties"]).map(([name, one]) => [name, schemaOf(one, name)]);
    return {
      ...fields,
      properties: Object.fromEntries(properties),
      ...(schema["required"] && { required: [...schema["required"]] }),
      ...("additionalProperties" in schema && { additionalProperties: schema["additionalProperties"] }),
    };
  };

  const choiceOf = (choices: readonly TSchema[]): Json => {
    const isNull = (one: TSchema) => one["type"] === "null";
    const nonNullChoices = choices.filter((one) => !isNull(one));
    const isNullable = nonNullChoices.length < choices.length;
    const [firstChoice] = nonNullChoices;
    const baseSchema = nonNullChoices.every((choice) => typeof choice["const"] === "string" && choice["const"] !== "")
      ? { type: "string", enum: nonNullChoices.map((choice) => choice["const"]) }
      : nonNullChoices.length === 1 && firstChoice
        ? schemaOf(firstChoice)
        : null;
    if (baseSchema === null) return { anyOf: choices.map((choice) => schemaOf(choice)) };
    if (!isNullable) return baseSchema;
    const nullableEnum = Array.isArray(baseSchema["enum"]) ? { enum: [...baseSchema["enum"], null] } : {};
    return typeof baseSchema["type"] === "string"
      ? { ...baseSchema, type: [baseSchema["type"], "null"], ...nullableEnum }
      : { anyOf: [baseSchema, { type: "null" }] };
  };

  return { components, schemaOf };
}

/** Includes patterns that all languages' engines can read. */
function textOf({ minLength, maxLength, pattern }: TextRule): Json {
  const isPortable = pattern !== undefined && !/\\p\{|\(\?<?[=!]/.test(pattern);
  return {
    type: "string",
    ...(minLength > 0 && { minLength }),
    maxLength,
    ...(isPortable && { pattern }),
  };
}

function describeLimits(schema: TSchema): string {
  const messages: unknown[] = [schema["emptyError"], schema["error"], schema["longError"]];
  const sentences = messages.filter((one) => typeof one === "string" && !one.startsWith("Not a"));
  return [...new Set(sentences.map((one) => String(one).replace(/\.?$/, ".")))].join(" ");
}
