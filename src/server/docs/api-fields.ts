import { type Html, html } from "#server/http/html.ts";

import type { Parameter, Schema } from "./api-document.ts";

/** Markdown's backticks are all that descriptions use. */
export function prose(text: string | undefined): Html[] {
  return (text ?? "").split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** A table of an object's fields, or a description of another type. */
export function fieldTable(schema: Schema): Html {
  if (!schema.properties) return html`<p>${typeOf(schema)}</p>`;
  const required = schema.required ?? [];
  return html`<ul class="fields">
    ${Object.entries(schema.properties).map(([name, one]) => field(name, one, required.includes(name)))}
  </ul>`;
}

export function parameterTable(parameters: readonly Parameter[]): Html {
  return html`<ul class="fields">
    ${parameters.map(({ name, schema, description, required, example, in: at }) =>
      field(name, { ...schema, ...(description !== undefined && { description }) }, required, at, example),
    )}
  </ul>`;
}

function field(name: string, schema: Schema, required: boolean, at = "", example?: unknown): Html {
  const given = example === undefined ? null : html` <span>such as <code>${String(example)}</code></span>`;
  return html`<li>
    <code>${name}</code> <i>${typeOf(schema)}</i> ${at ? html`<small>${at}</small>` : null}
    ${required ? null : html`<small>optional</small>`}
    ${schema.description || given ? html`<div>${prose(schema.description)}${given}</div>` : null}
    ${schema.properties || schema.items?.properties ? fieldTable(schema.items ?? schema) : null}
  </li>`;
}

function typeOf(schema: Schema): Html {
  const { $ref, type, items, anyOf } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1) ?? "";
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (schema.enum) return html`${schema.enum.map((one) => JSON.stringify(one)).join(" or ")}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (items) return html`list of ${typeOf(items)}${[type].flat().includes("null") ? " or null" : ""}`;
  if (anyOf) return html`${anyOf.map((one, index) => html`${index > 0 ? " or " : ""}${typeOf(one)}`)}`;
  return html`${[type].flat().join(" or ")}`;
}
