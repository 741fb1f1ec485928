type ApiDocument = { info: { title: string; version: string }; paths: object };

const ACCESS: Record<string, string> = { member: "members", admin: "admins" };

/** One plain HTML page without scripts, so the strict CSP holds here too. */
export function apiPage({ info, paths }: ApiDocument): string {
  const calls = Object.entries(paths)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, methods]) => Object.entries(methods ?? {}).map(([method, call]) => describe(path, method, call)));
  const title = `The API of ${escape(info.title)}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title}</title></head>
<body><main>
<h1>${title}</h1>
<p>Version ${escape(info.version)}. For machines: <a href="/api/docs/openapi.json">openapi.json</a>.
Every error answers with <code>{ "message": "…" }</code>.</p>
${calls.join("\n")}
</main></body></html>`;
}

function describe(path: string, method: string, call: unknown): string {
  const { requestBody, parameters, responses, security } = asRecord(call);
  const access = Array.isArray(security) ? asRecord(security[0])["session"] : undefined;
  const who = ACCESS[String(Array.isArray(access) ? access[0] : "")] ?? "everybody";
  const part = (title: string, value: unknown) =>
    value === undefined ? "" : `<h3>${title}</h3><pre>${escape(JSON.stringify(value, null, 2))}</pre>`;
  return `<section><h2><code>${escape(method.toUpperCase())} ${escape(path)}</code></h2><p>For ${who}.</p>
<details><summary>Request and response</summary>${part("Parameters", parameters)}${part("Body", requestBody)}${part("Responses", responses)}</details></section>`;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function escape(text: string): string {
  return Bun.escapeHTML(text);
}
