import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";

import { type ApiDocument, apiPage } from "./api-page.ts";

const OPENAPI = "application/vnd.oai.openapi+json";
/** The page stands alone, without scripts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const docsRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "docs", tag: "Server" })
    .get(
      "/api/docs",
      async () => {
        return new Response(apiPage(deps, await readDocument(deps)), {
          headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY },
        });
      },
      { admin: true, detail: { summary: "List the calls", ...respondsWith("A page.", "text/html") } },
    )
    .get(
      "/api/docs/openapi.json",
      async () => Response.json(await readDocument(deps), { headers: { "content-type": OPENAPI } }),
      {
        admin: true,
        detail: {
          summary: "Download this description",
          description: "As OpenAPI 3.1.",
          ...respondsWith("The description.", OPENAPI),
        },
      },
    );

/** The API's description with this club's name and address. */
async function readDocument({ apiText, config }: Pick<Deps, "apiText" | "config">): Promise<ApiDocument> {
  const document: ApiDocument = JSON.parse(await apiText());
  return {
    ...document,
    info: { ...document.info, title: `The API of ${config.clubName}` },
    ...(config.publicUrl && { servers: [{ url: config.publicUrl }] }),
  };
}
