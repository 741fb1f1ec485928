import { isStale, webSources } from "./stale.ts";
import { buildWeb } from "./web/build.ts";

// `npm start`: runs the server from its sources, with the built web app.
if (isStale("dist/web/index.html", webSources)) {
  console.log("Building the web app …");
  await buildWeb();
}
process.env.NODE_ENV ??= "production";
await import(new URL("../src/server/main.ts", import.meta.url).href);
