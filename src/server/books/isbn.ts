import { type IsbnLookup, LOOK_UP_LIMIT, SYNOPSIS_MAX_LENGTH } from "#contract/books.ts";
import type { ErrorCode } from "#contract/error-codes.ts";
import { toTitle } from "#contract/invisible-characters.ts";
import { normalizeIsbn, toIsbn13 } from "#contract/isbn.ts";
import { truncateText } from "#contract/text-length.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { ExternalServiceError, type FetchErrorCode } from "#server/adapters/bounded-fetch.ts";
import type { ExternalBook } from "#server/adapters/isbn.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { copyCover } from "./covers.ts";

type ServiceResult = { service: string; book: ExternalBook } | { service: string; fault: FetchErrorCode };

/** Gravest first. */
const SERVICE_ERRORS: Record<FetchErrorCode, { message: string; code: ErrorCode }> = {
  "rate-limited": { message: "has too many requests right now", code: "busy" },
  "timed-out": { message: "didn't answer within 5 seconds", code: "timed-out" },
  unreachable: { message: "couldn't be reached", code: "unreachable" },
  "not-found": { message: "doesn't have it", code: "not-found" },
};

export async function lookUpIsbn(deps: Deps, actor: Actor, text: string): Promise<IsbnLookup> {
  writeAs(deps, actor, (author) => consumeLimit(deps, author, LOOK_UP_LIMIT));
  const isbn = requireIsbn(text);
  const results = await Promise.all([
    queryService(deps, "Open Library", deps.isbn.lookUpOpenLibrary(isbn)),
    queryService(deps, "Google Books", deps.isbn.lookUpGoogleBooks(isbn)),
  ]);
  const books = results.flatMap((result) => ("book" in result ? [result.book] : []));
  if (books.length === 0) throw bookNotFoundError(isbn, results);
  const firstOf = (field: "title" | "author" | "synopsis") => books.find((book) => book[field])?.[field] ?? "";
  const coverImage = await copyFirstCover(deps, books);
  return {
    title: toTitle(firstOf("title")),
    author: toTitle(firstOf("author")),
    synopsis: truncateText(firstOf("synopsis"), SYNOPSIS_MAX_LENGTH),
    isbn,
    ...(coverImage && { coverImage }),
  };
}

function requireIsbn(text: string): string {
  const digits = normalizeIsbn(text);
  if (digits === "") throw isbnError("Please enter an ISBN");
  if (digits === null) throw isbnError("An ISBN has 10 or 13 digits.");
  const isbn = toIsbn13(digits);
  if (isbn === null) throw isbnError("This ISBN isn't valid: please check its digits.");
  return isbn;
}

async function queryService({ log }: Deps, service: string, request: Promise<ExternalBook>): Promise<ServiceResult> {
  try {
    return { service, book: await request };
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    const { code: fault, cause } = error;
    if (fault !== "not-found") log.warn("looking up a book failed", { service, fault, error: String(cause ?? "") });
    return { service, fault };
  }
}

function bookNotFoundError(isbn: string, results: readonly ServiceResult[]): AppError {
  const failures = results.flatMap((result) => ("fault" in result ? [result] : []));
  const worst = Object.entries(SERVICE_ERRORS).find(([fault]) => failures.some((failure) => failure.fault === fault));
  const code = worst?.[1].code ?? "not-found";
  const reasons = failures.map(({ service, fault }) => `${service} ${SERVICE_ERRORS[fault].message}`).join(", ");
  const advice =
    code === "not-found" ? "Please fill in the fields by hand." : "Try again later, or fill in the fields.";
  const message =
    code === "not-found"
      ? `Neither Open Library nor Google Books knows a book with the ISBN ${isbn}. ${advice}`
      : `No book was found for the ISBN ${isbn}: ${reasons}. ${advice}`;
  return new AppError(code, message, code === "busy" ? { retryAfter: 60 } : {});
}

async function copyFirstCover(deps: Deps, books: readonly ExternalBook[]): Promise<string | null> {
  for (const book of books) {
    const url = await copyCover(deps, book);
    if (url) return url;
  }
  return null;
}

function isbnError(message: string): AppError {
  return fieldError("/isbn", message);
}
