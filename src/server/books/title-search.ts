import { type FoundBook, LOOK_UP_LIMIT } from "#contract/books.ts";
import { toTitle } from "#contract/invisible-characters.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { ExternalServiceError } from "#server/adapters/bounded-fetch.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { copyCover } from "./covers.ts";

const RESULTS_MAX = 10;

export async function searchByTitle(deps: Deps, actor: Actor, text: string): Promise<FoundBook[]> {
  writeAs(deps, actor, (author) => consumeLimit(deps, author, LOOK_UP_LIMIT));
  const results = await deps.isbn.searchOpenLibrary(text.trim(), RESULTS_MAX).catch((error: unknown) => {
    if (!(error instanceof ExternalServiceError)) throw error;
    deps.log.warn("searching books failed", { fault: error.code, error: String(error.cause ?? "") });
    throw new AppError("unreachable", "Open Library can't be reached right now. Try again later, or type the title.");
  });
  const titledResults = results.filter(({ title }) => toTitle(title) !== "");
  return Promise.all(
    titledResults.map(async ({ coverUrl, ...book }) => ({
      ...book,
      title: toTitle(book.title),
      author: toTitle(book.author),
      cover: await copyCover(deps, { coverUrl }),
    })),
  );
}
