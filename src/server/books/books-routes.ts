import type { BookFileKind } from "#db/books.ts";
import { routes } from "#server/access/routes.ts";
import type { ImageFolder } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { staticFiles } from "#server/http/static-files.ts";

import { createBook, updateBook } from "./books.ts";
import { readSmallCover } from "./covers.ts";
import { findCurrentBook } from "./current-book.ts";
import { findDownload } from "./downloads.ts";
import type { ReadListening } from "./editions/replace-edition.ts";
import { lookUpIsbn } from "./isbn.ts";
import { searchByTitle } from "./title-search.ts";
import { type BookViewer, requireBook } from "./visible-books.ts";

export const bookRoutes = (deps: Deps, readListening: ReadListening) =>
  routes(deps)
    .on("GET /api/books", () => deps.stores.books.listTitles())
    .on("GET /api/books/current", () => findCurrentBook(deps))
    .on("GET /api/books/:id", ({ params, user }) => requireBook(deps, user, params.id))
    .on("POST /api/books", ({ body, actor }) => createBook(deps, actor, body))
    .on("PATCH /api/books/:id", ({ params, body, actor }) =>
      updateBook(deps, actor, params.id, { ...body, readListening }),
    )
    // a lookup also exists as a POST, because it counts toward a limit: SPEC's GET only accepts same-origin scripts
    .on("GET /api/books/isbn/:isbn?", ({ params, query, actor }) =>
      lookUpIsbn(deps, actor, params.isbn ?? query.isbn ?? ""),
    )
    .on("POST /api/books/isbn", ({ body, actor }) => lookUpIsbn(deps, actor, body.isbn ?? ""))
    .on("GET /api/books/search", ({ query, actor }) => searchByTitle(deps, actor, query.q))
    .on("POST /api/books/search", ({ body, actor }) => searchByTitle(deps, actor, body.q));

type DownloadRequest = { request: Request; params: { id: number }; query: { v?: string }; user: BookViewer };

export function downloadRoutes(deps: Deps) {
  const sendFile =
    (kind: BookFileKind) =>
    async ({ request, params, query, user }: DownloadRequest) => {
      const book = requireBook(deps, user, params.id);
      return fileResponse(request, await findDownload(deps, book, kind, query.v));
    };
  return routes(deps)
    .on("GET /api/download/ebook/:id", sendFile("ebook"))
    .on("GET /api/download/audiobook/:id", sendFile("audiobook"));
}

const IMMUTABLE_CACHE = "private, max-age=31536000, immutable";

export const imageRoutes = (deps: Deps) =>
  routes(deps)
    .on(
      "GET /api/covers/small/:name",
      async ({ params }) =>
        new Response(await readSmallCover(deps, params.name), {
          headers: { "cache-control": IMMUTABLE_CACHE, "content-type": "image/webp" },
        }),
    )
    .on("GET /api/avatars/*", serveFolder(deps, "avatars"))
    .on("GET /api/covers/*", serveFolder(deps, "covers"));

function serveFolder({ disk }: Deps, folder: ImageFolder) {
  return staticFiles({
    path: disk.absolute(folder),
    urlPrefix: `/api/${folder}`,
    names: /[0-9a-f]{64}\.webp/,
    cacheControl: IMMUTABLE_CACHE,
  });
}
