import { create as contentDisposition } from "content-disposition";

import { IdParams } from "#contract/ids.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { asciiFilename, highlightsFilename } from "#server/books/download-names.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";

import { writeHighlights } from "./highlights.ts";

export const highlightRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "highlights", tag: "Reading" }).get(
    "/api/books/:id/highlights.md",
    async ({ user, params }) => {
      const { title, markdown } = await writeHighlights(deps, user, params.id);
      const name = highlightsFilename(title);
      return new Response(markdown, {
        headers: {
          "content-type": "text/markdown; charset=utf-8",
          "content-disposition": contentDisposition(name, { fallback: asciiFilename(name) }),
        },
      });
    },
    {
      member: true,
      detail: {
        summary: "Download your highlights in a book",
        description: "As Markdown: your own highlights and bookmarks with their notes, by chapter.",
        ...respondsWith("The highlights.", "text/markdown"),
      },
      params: IdParams,
    },
  );
