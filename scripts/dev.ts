import { join } from "node:path";

import { forwardRequest } from "#tests/support/forward-request.ts";

import { freePort } from "./free-port.ts";

// `bun run dev`: restarts the server when its sources change. Bun's development server hot-reloads the page.
const api = await startApi();
const page = (await import(new URL("../src/web/index.html", import.meta.url).href)) as { default: Bun.HTMLBundle };

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Bun.env["PORT"] ?? 3000,
  idleTimeout: 255,
  development: { hmr: true, console: true },
  routes: {
    "/api/*": (request) => forward(request),
    "/images/*": (request) =>
      new Response(Bun.file(join("src/web", decodeURIComponent(new URL(request.url).pathname)))),
    "/*": page.default,
  },
});
console.log(`Development: ${server.url.origin} (calls go to ${api})`);

async function startApi(): Promise<string> {
  const port = await freePort();
  const club = Bun.spawn([process.execPath, "--watch", "--no-clear-screen", "src/server/main.ts", "serve"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port) },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      club.kill(signal);
      // `bun --watch` stays alive after its program exits
      await Promise.race([club.exited, Bun.sleep(1000)]);
      club.kill("SIGKILL");
      process.exit(0);
    });
  }
  return `http://127.0.0.1:${port}`;
}

async function forward(request: Request): Promise<Response> {
  try {
    return await forwardRequest(request, { url: api });
  } catch {
    return Response.json({ message: "The club's server is not answering yet; try again." }, { status: 503 });
  }
}
