import { OPENAPI } from "#contract/operations.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { type ApiDocument, renderApiPage } from "./api-page.ts";

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const docsRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/docs", async () => {
      const headers = {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": CONTENT_SECURITY_POLICY,
      };
      return new Response(renderApiPage(deps, await readDocument(deps)), { headers });
    })
    .on("GET /api/docs/openapi.json", async () =>
      Response.json(await readDocument(deps), { headers: { "content-type": OPENAPI } }),
    );

async function readDocument({ openApiJson, config }: Pick<Deps, "openApiJson" | "config">): Promise<ApiDocument> {
  const document: ApiDocument = JSON.parse(await openApiJson());
  return {
    ...document,
    info: { ...document.info, title: `The API of ${config.clubName}` },
    ...(config.publicUrl && { servers: [{ url: config.publicUrl }] }),
  };
}
