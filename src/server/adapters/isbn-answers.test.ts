import { describe, expect, test } from "bun:test";

import { parseGoogleBook, parseOpenLibraryBook, parseSearchResults } from "./isbn-responses.ts";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const ODD = [null, [], {}, "", 0, -1, 1.5, true, [null], [{}], [[]], { name: null }, [{ name: 7 }, null, { nom: "x" }]];
const KEY = "ISBN:9780141439587";

const book = { title: "Emma", subtitle: "A novel", authors: [{ name: "Jane Austen" }], cover: { large: "http://c/1" } };
const volume = {
  title: "Emma",
  subtitle: "A novel",
  authors: ["Jane Austen"],
  description: "She meddles.",
  imageLinks: { thumbnail: "http://c/1" },
};
const doc = {
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
    for (const odd of ODD) yield [field, { ...fields, [field]: odd }];
    yield [field, { ...fields, [field]: undefined }];
  }
}

describe("an invalid field doesn't affect the others", () => {
  test("of Open Library", () => {
    const validBook = parseOpenLibraryBook(bytes({ [KEY]: book }), KEY);
    expect(validBook).toMatchObject({
      title: "Emma",
      subtitle: "A novel",
      authors: ["Jane Austen"],
      cover: "http://c/1",
    });
    for (const [field, odd] of invalidCopies(book)) {
      const read: Record<string, unknown> = parseOpenLibraryBook(bytes({ [KEY]: odd }), KEY);
      for (const [name, value] of Object.entries(validBook)) if (name !== field) expect(read[name]).toEqual(value);
    }
  });

  test("of Google Books, also in the first of several", () => {
    const validBook = parseGoogleBook(bytes({ items: [{ volumeInfo: volume }] }));
    for (const [field, odd] of invalidCopies(volume)) {
      const read: Record<string, unknown> = parseGoogleBook(bytes({ items: [{ volumeInfo: odd }] }));
      const bookField = field === "imageLinks" ? "cover" : field;
      for (const [name, value] of Object.entries(validBook)) if (name !== bookField) expect(read[name]).toEqual(value);
    }
    for (const first of ODD)
      expect(parseGoogleBook(bytes({ items: [first, { volumeInfo: volume }] }))).toEqual(validBook);
  });

  test("of a search, where only a book without a title is left out", () => {
    const validBooks = parseSearchResults(bytes({ docs: [doc] }));
    expect(validBooks).toMatchObject([{ title: "Emma", year: 1815, pages: 474, cover: 5 }]);
    for (const [, odd] of invalidCopies(doc)) {
      const [first, ...rest] = parseSearchResults(bytes({ docs: [odd, doc] }));
      expect(first?.title).toBe("Emma");
      expect(rest).toEqual(validBooks);
    }
    for (const odd of ODD) expect(parseSearchResults(bytes({ docs: [odd, doc] }))).toEqual(validBooks);
  });
});

test("omits an author without a name, accepts a single name", () => {
  const authors = [{ key: "/authors/1" }, { name: "Jane Austen" }, { name: "" }, null];
  expect(parseOpenLibraryBook(bytes({ [KEY]: { ...book, authors } }), KEY).authors).toEqual(["Jane Austen"]);
  expect(parseOpenLibraryBook(bytes({ [KEY]: { ...book, authors: { name: "Jane" } } }), KEY).authors).toEqual(["Jane"]);
  expect(parseSearchResults(bytes({ docs: [{ ...doc, author_name: "Jane" }] }))[0]?.authors).toEqual(["Jane"]);
});

test("omits a book without a title, throws for invalid JSON", () => {
  for (const none of [{}, { [KEY]: null }, { [KEY]: { ...book, title: null } }])
    expect(() => parseOpenLibraryBook(bytes(none), KEY)).toThrow(expect.objectContaining({ code: "not-found" }));
  for (const none of [{}, { items: null }, { items: [{ volumeInfo: null }] }])
    expect(() => parseGoogleBook(bytes(none))).toThrow(expect.objectContaining({ code: "not-found" }));
  for (const invalid of [[], "x", null, 5])
    expect(() => parseSearchResults(bytes(invalid))).toThrow(expect.objectContaining({ code: "unreachable" }));
});
