import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";

const OPENAPI = "application/vnd.oai.openapi+json";
/** The page stands alone, without scripts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const docsRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "docs", tag: "Server" })
    .get(
      "/api/docs",
      async () => {
        const { readApiDocument } = await import("./api-document.ts");
        const { apiPage } = await import("./api-page.ts");
        return new Response(await apiPage(await readApiDocument(deps)), {
          headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY },
        });
      },
      { admin: true, detail: { summary: "Read this description", ...respondsWith("A page.", "text/html") } },
    )
    .get(
      "/api/docs/openapi.json",
      async () => {
        const { readApiDocument } = await import("./api-document.ts");
        return Response.json(await readApiDocument(deps), { headers: { "content-type": OPENAPI } });
      },
      {
        admin: true,
        detail: {
          summary: "Download this description",
          description: "As OpenAPI 3.1.",
          ...respondsWith("The description.", OPENAPI),
        },
      },
    );
