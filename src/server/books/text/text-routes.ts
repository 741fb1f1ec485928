import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { requireBook } from "../visible-books.ts";
import { loadContents, readWarnings } from "./contents.ts";
import { serveText } from "./text-files.ts";

export const textRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/books/:id/contents", ({ user, params }) => loadContents(deps, requireBook(deps, user, params.id)))
    .on("GET /api/books/:id/warnings", ({ user, params }) => readWarnings(deps, requireBook(deps, user, params.id)))
    .on("GET /api/books/:id/text/*", async ({ request, params, user }) => {
      const book = requireBook(deps, user, params.id);
      return serveText(deps, request, book, pathInBook(request));
    });

function pathInBook(request: Request): string {
  const [, encodedPath = ""] = /^\/api\/books\/\d+\/text\/(.*)$/.exec(new URL(request.url).pathname) ?? [];
  try {
    return encodedPath.split("/").map(decodeURIComponent).join("/");
  } catch (error) {
    throw new AppError("not-found", "There is no such file in this book.", { cause: error });
  }
}
