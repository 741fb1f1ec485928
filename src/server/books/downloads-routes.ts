import { downloadCalls } from "#contract/downloads.ts";
import type { BookFileKind } from "#db/books.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { fileResponse } from "#server/http/file-response.ts";

import { findDownload } from "./downloads.ts";
import { type BookViewer, requireBook } from "./visible-books.ts";

type Call = { request: Request; params: { id: number }; query: { v?: string }; user: BookViewer };

/** Whole files or ranges (SPEC 7); also the player's source. */
export const downloadRoutes = (deps: Deps) => {
  const send =
    (kind: BookFileKind) =>
    async ({ request, params, query, user }: Call) => {
      const book = requireBook(deps, user, params.id);
      return fileResponse(request, await findDownload(deps, book, kind, query.v));
    };
  return routes(deps, downloadCalls())
    .on("GET /api/download/ebook/:id", send("ebook"))
    .on("GET /api/download/audiobook/:id", send("audiobook"));
};
