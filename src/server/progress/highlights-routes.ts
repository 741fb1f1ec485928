import { create as contentDisposition } from "content-disposition";

import { highlightCalls } from "#contract/bookmarks.ts";
import { routes } from "#server/access/routes.ts";
import { asciiFilename, highlightsFilename } from "#server/books/download-names.ts";
import type { Deps } from "#server/deps.ts";

import { writeHighlights } from "./highlights.ts";

export const highlightRoutes = (deps: Deps) =>
  routes(deps, highlightCalls()).on("GET /api/books/:id/highlights.md", async ({ user, params }) => {
    const { title, markdown } = await writeHighlights(deps, user, params.id);
    const name = highlightsFilename(title);
    return new Response(markdown, {
      headers: {
        "content-type": "text/markdown; charset=utf-8",
        "content-disposition": contentDisposition(name, { fallback: asciiFilename(name) }),
      },
    });
  });
