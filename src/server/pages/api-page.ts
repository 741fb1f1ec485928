import { type Html, html } from "#server/http/html.ts";
import { standalonePage } from "#server/http/standalone-page.ts";

export type ApiDocument = {
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Call>>;
};
type Call = { summary: string; tags: string[]; security: { session: string[] }[] };

export function renderApiPage(deps: Parameters<typeof standalonePage>[0], { info, tags, paths }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ name: `${method.toUpperCase()} ${path}`, call })),
  );
  return standalonePage(
    deps,
    "API",
    html`<p>
        Version ${info.version}, ${calls.length} calls.
        <a href="/api/docs/openapi.json">Fields, answers and examples (OpenAPI 3.1)</a>
      </p>
      ${tags.map(
        ({ name, description }) =>
          html`<h2>${name}</h2>
            <p>${description}</p>
            <ul>
              ${calls.flatMap((one) => (one.call.tags.includes(name) ? renderCall(one) : []))}
            </ul>`,
      )}`,
  ).html;
}

function renderCall({ name, call: { summary, security } }: { name: string; call: Call }): Html {
  const [access = "everyone"] = security[0]?.session ?? [];
  return html`<li><code>${name}</code><br />${summary} (${access})</li>`;
}
