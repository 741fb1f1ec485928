import { ExternalServiceError } from "./bounded-fetch.ts";

type Fields = Readonly<Record<string, unknown>>;

type BookRecord = { title: string; subtitle: string; authors: string[]; description: string; cover: string | null };

export type SearchResult = Omit<BookRecord, "description" | "cover"> & {
  isbns: string[];
  year: number | null;
  pages: number | null;
  cover: number | null;
};

export function parseOpenLibraryBook(bytes: Uint8Array, key: string): BookRecord {
  const book = fieldsOf(requireFields(bytes)[key]);
  const cover = fieldsOf(book["cover"]);
  return requireTitle({
    title: textOf(book["title"]),
    subtitle: textOf(book["subtitle"]),
    authors: namesOf(book["authors"]),
    description: "",
    cover: textOf(cover["large"]) || textOf(cover["medium"]) || textOf(cover["small"]) || null,
  });
}

export function parseGoogleBook(bytes: Uint8Array): BookRecord {
  const volumes = listOf(requireFields(bytes)["items"]).map((item) => fieldsOf(fieldsOf(item)["volumeInfo"]));
  const book = volumes.find((volume) => textOf(volume["title"]) !== "") ?? {};
  const images = fieldsOf(book["imageLinks"]);
  return requireTitle({
    title: textOf(book["title"]),
    subtitle: textOf(book["subtitle"]),
    authors: namesOf(book["authors"]),
    description: textOf(book["description"]),
    cover: textOf(images["thumbnail"]) || textOf(images["smallThumbnail"]) || null,
  });
}

export function parseSearchResults(bytes: Uint8Array): SearchResult[] {
  const books = listOf(requireFields(bytes)["docs"]).map(fieldsOf);
  return books
    .map((book) => ({
      title: textOf(book["title"]),
      subtitle: textOf(book["subtitle"]),
      authors: namesOf(book["author_name"]),
      isbns: listOf(book["isbn"]).map(textOf),
      year: toPositiveInteger(book["first_publish_year"]),
      pages: toPositiveInteger(book["number_of_pages_median"]),
      cover: toPositiveInteger(book["cover_i"]),
    }))
    .filter(({ title }) => title !== "");
}

function requireTitle(book: BookRecord): BookRecord {
  if (book.title === "") throw new ExternalServiceError("not-found");
  return book;
}

function requireFields(bytes: Uint8Array): Fields {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ExternalServiceError("unreachable", cause);
  }
  if (!isFields(parsed)) throw new ExternalServiceError("unreachable", new Error("an unexpected response"));
  return parsed;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Some titles are numbers, such as 1984. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

function namesOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => textOf(one) || textOf(fieldsOf(one)["name"])).filter((name) => name !== "");
}

function toPositiveInteger(value: unknown): number | null {
  const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : null;
}
