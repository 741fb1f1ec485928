import { setImmediate } from "node:timers/promises";

import { type Html, html } from "#server/http/html.ts";

import { callSection } from "./api-call.ts";
import type { ApiDocument, Call } from "./api-document.ts";
import { fieldTable, prose } from "./api-fields.ts";
import { STYLE } from "./api-style.ts";

/** One plain page without scripts: the calls by noun, then the types that they share. */
export async function apiPage(document: ApiDocument): Promise<string> {
  const { info, tags, components } = document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const nouns: Html[] = [];
  for (const { name, description } of tags) {
    // half a megabyte in one go would hold the other calls up (DESIGN 7)
    await setImmediate();
    const own = calls.filter(({ call }) => call.tags.includes(name));
    nouns.push(
      html`<section id="${anchor(name)}">
        <h2>${name}</h2>
        <p>${description}</p>
        ${own.map(({ path, method, call }) => callSection(method, path, call, components))}
      </section>`,
    );
  }
  await setImmediate();
  const types = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article id="type-${name}">
        <h3>${name}</h3>
        ${schema.description ? html`<p>${prose(schema.description)}</p>` : null} ${fieldTable(schema)}
      </article>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <header>
          <h1>${info.title}</h1>
          <p>${prose(info.description)}</p>
          <p>
            Version ${info.version}, ${calls.length} calls.
            <a href="/api/docs/openapi.json">Download as OpenAPI 3.1</a>
          </p>
        </header>
        <nav aria-label="Calls">
          <ul>
            ${tags.map(({ name }) => link(name, `#${anchor(name)}`, callsOf(name, calls)))}
            <li><a href="#types">Types</a></li>
          </ul>
        </nav>
        <main>
          ${nouns}
          <section id="types">
            <h2>Types</h2>
            ${types}
          </section>
        </main>
      </body>
    </html>`.markup;
}

function link(name: string, to: string, count: number): Html {
  return html`<li>
    <a href="${to}">${name} <small>${count}</small></a>
  </li>`;
}

function callsOf(tag: string, calls: readonly { call: Call }[]): number {
  return calls.filter(({ call }) => call.tags.includes(tag)).length;
}

function anchor(tag: string): string {
  return tag.toLowerCase();
}
