import type { Config } from "./config.ts";
import type { WebAssets } from "./handler.ts";

/** Answers for the web app until `dist/web` is served. */
export function createWebAssets(_config: Config): WebAssets {
  return { fetch: () => new Response("The web app is not built.", { status: 404 }) };
}
