import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const SCRIPT = `import { createElement } from "react"; import { createRoot } from "react-dom/client";
  createRoot(document.getElementById("root")).render(createElement("button", { type: "submit" }, "Login"));`;

/** Serves a page at `/auth` with one button and one script, as small as React allows and compressed like the club's. */
export async function serveBarePage() {
  // inside the project, so that the bundler finds React
  const folder = mkdtempSync(join("dist", ".button-"));
  try {
    const entry = join(folder, "button.js");
    await Bun.write(entry, SCRIPT);
    const { outputs } = await Bun.build({
      entrypoints: [entry],
      minify: true,
      target: "browser",
      env: "disable",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const script = brotliCompressSync((await outputs[0]?.text()) ?? "");
    const page = `<!doctype html><title>Button</title><div id="root"></div><script type="module" src="/button.js"></script>`;
    const sent = (type: string) => ({ headers: { "content-type": type, "content-encoding": "br" } });
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      routes: {
        "/auth": new Response(brotliCompressSync(page), sent("text/html")),
        "/button.js": new Response(script, sent("text/javascript")),
      },
      fetch: () => new Response(null, { status: 404 }),
    });
    return { url: server.url.origin, stop: () => server.stop(true) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
