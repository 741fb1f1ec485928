import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const SCRIPT = `import { createElement } from "react"; import { createRoot } from "react-dom/client";
  createRoot(document.getElementById("root")).render(createElement("button", { type: "submit" }, "Login"));`;
const PAGE = `<!doctype html><title>Button</title><div id="root"></div><script type="module" src="/button.js"></script>`;
const FORM = `<!doctype html><title>Sign in</title><form method="post" action="/login">
  <input name="username" /><input name="password" type="password" /><button>Login</button></form>`;

/** Serves a page at `/auth` with one button and one script: minimal React, compressed like the club's. */
export async function serveBarePage() {
  const brotli = (text: string, type: string) =>
    new Response(brotliCompressSync(text), { headers: { "content-type": type, "content-encoding": "br" } });
  const script = await bundle(SCRIPT);
  return serve({ "/auth": brotli(PAGE, "text/html"), "/button.js": brotli(script, "text/javascript") });
}

/** A minimal sign-in at `/auth`: a form, and a response that redirects. The club checks the password. */
export function servePlainForm(club: { url: string }) {
  const html = { headers: { "content-type": "text/html" } };
  return serve({
    "/auth": new Response(FORM, html),
    "/login": async (request: Request) => {
      const body = JSON.stringify(Object.fromEntries(await request.formData()));
      const headers = { "content-type": "application/json" };
      const { ok } = await fetch(`${club.url}/api/auth/login`, { method: "POST", headers, body });
      return new Response("", { status: ok ? 200 : 401, ...html });
    },
  });
}

function serve(routes: Record<string, Response | ((request: Request) => Promise<Response>)>) {
  const fetch = () => new Response(null, { status: 404 });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, routes, fetch });
  return { url: server.url.origin, stop: () => server.stop(true) };
}

async function bundle(source: string): Promise<string> {
  // inside the project, so that the bundler finds React
  const folder = mkdtempSync(join("dist", ".button-"));
  try {
    const entry = join(folder, "button.js");
    await Bun.write(entry, source);
    const { outputs } = await Bun.build({
      entrypoints: [entry],
      minify: true,
      target: "browser",
      env: "disable",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    return (await outputs[0]?.text()) ?? "";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
