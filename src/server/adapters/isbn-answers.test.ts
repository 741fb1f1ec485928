import { describe, expect, test } from "bun:test";

import { parseGoogleBook, parseOpenLibraryBook, parseSearchResults } from "./isbn-responses.ts";

const toJsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const ODD_VALUES = [
  null,
  [],
  {},
  "",
  0,
  -1,
  1.5,
  true,
  [null],
  [{}],
  [[]],
  { name: null },
  [{ name: 7 }, null, { nom: "x" }],
];
const KEY = "ISBN:9780141439587";

const book = { title: "Emma", subtitle: "A novel", authors: [{ name: "Jane Austen" }], cover: { large: "http://c/1" } };
const volume = {
  title: "Emma",
  subtitle: "A novel",
  authors: ["Jane Austen"],
  description: "She meddles.",
  imageLinks: { thumbnail: "http://c/1" },
};
const searchDoc = {
  title: "Emma",
  subtitle: "A novel",
  author_name: ["Jane Austen"],
  isbn: ["9780141439587"],
  first_publish_year: 1815,
  number_of_pages_median: 474,
  cover_i: 5,
};

/** Copies of the record in which one field, except the title, has an invalid value or is missing. */
function* invalidCopies(fields: Record<string, unknown>): Generator<[field: string, Record<string, unknown>]> {
  for (const field of Object.keys(fields).filter((name) => name !== "title")) {
    for (const oddValue of ODD_VALUES) yield [field, { ...fields, [field]: oddValue }];
    yield [field, { ...fields, [field]: undefined }];
  }
}

describe("an invalid field doesn't affect the others", () => {
  test("of Open Library", () => {
    const validBook = parseOpenLibraryBook(toJsonBytes({ [KEY]: book }), KEY);
    expect(validBook).toMatchObject({
      title: "Emma",
      subtitle: "A novel",
      authors: ["Jane Austen"],
      cover: "http://c/1",
    });
    for (const [field, oddValue] of invalidCopies(book)) {
      const parsedBook: Record<string, unknown> = parseOpenLibraryBook(toJsonBytes({ [KEY]: oddValue }), KEY);
      for (const [name, value] of Object.entries(validBook))
        if (name !== field) expect(parsedBook[name]).toEqual(value);
    }
  });

  test("of Google Books, also in the first of several", () => {
    const validBook = parseGoogleBook(toJsonBytes({ items: [{ volumeInfo: volume }] }));
    for (const [field, oddValue] of invalidCopies(volume)) {
      const parsedBook: Record<string, unknown> = parseGoogleBook(toJsonBytes({ items: [{ volumeInfo: oddValue }] }));
      const bookField = field === "imageLinks" ? "cover" : field;
      for (const [name, value] of Object.entries(validBook))
        if (name !== bookField) expect(parsedBook[name]).toEqual(value);
    }
    for (const oddItem of ODD_VALUES)
      expect(parseGoogleBook(toJsonBytes({ items: [oddItem, { volumeInfo: volume }] }))).toEqual(validBook);
  });

  test("of a search, where only a book without a title is left out", () => {
    const validBooks = parseSearchResults(toJsonBytes({ docs: [searchDoc] }));
    expect(validBooks).toMatchObject([{ title: "Emma", year: 1815, pages: 474, cover: 5 }]);
    for (const [, oddValue] of invalidCopies(searchDoc)) {
      const [firstBook, ...otherBooks] = parseSearchResults(toJsonBytes({ docs: [oddValue, searchDoc] }));
      expect(firstBook?.title).toBe("Emma");
      expect(otherBooks).toEqual(validBooks);
    }
    for (const oddValue of ODD_VALUES)
      expect(parseSearchResults(toJsonBytes({ docs: [oddValue, searchDoc] }))).toEqual(validBooks);
  });
});

test("omits an author without a name, accepts a single name", () => {
  const authors = [{ key: "/authors/1" }, { name: "Jane Austen" }, { name: "" }, null];
  expect(parseOpenLibraryBook(toJsonBytes({ [KEY]: { ...book, authors } }), KEY).authors).toEqual(["Jane Austen"]);
  expect(parseOpenLibraryBook(toJsonBytes({ [KEY]: { ...book, authors: { name: "Jane" } } }), KEY).authors).toEqual([
    "Jane",
  ]);
  expect(parseSearchResults(toJsonBytes({ docs: [{ ...searchDoc, author_name: "Jane" }] }))[0]?.authors).toEqual([
    "Jane",
  ]);
});

test("omits a book without a title, throws for invalid JSON", () => {
  for (const bodyWithoutBook of [{}, { [KEY]: null }, { [KEY]: { ...book, title: null } }])
    expect(() => parseOpenLibraryBook(toJsonBytes(bodyWithoutBook), KEY)).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  for (const bodyWithoutBook of [{}, { items: null }, { items: [{ volumeInfo: null }] }])
    expect(() => parseGoogleBook(toJsonBytes(bodyWithoutBook))).toThrow(expect.objectContaining({ code: "not-found" }));
  for (const invalidBody of [[], "x", null, 5])
    expect(() => parseSearchResults(toJsonBytes(invalidBody))).toThrow(
      expect.objectContaining({ code: "unreachable" }),
    );
});
