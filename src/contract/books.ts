import { type Static, Type } from "@sinclair/typebox";

import { defineCalls, type Limit } from "./call.ts";
import { ISBN_AS_TYPED, ISBN_TYPED_MAX_LENGTH } from "./isbn.ts";
import { SEARCH_MAX_LENGTH, TITLE_MAX_LENGTH } from "./limits.ts";
import { LastSeenText, LineText, LongText, Month, PatternText } from "./text.ts";
import { FieldsOf, LAST_SEEN_OPTIONS, Nullable, PATCH_OPTIONS } from "./typebox.ts";

export const SYNOPSIS_MAX_LENGTH = 20_000;

const titleText = (name: string, required: boolean) =>
  LineText({
    max: TITLE_MAX_LENGTH,
    required,
    error: `${name} must be one line of at most # characters`,
    emptyError: `${name} is required`,
  });

export const Chapter = Type.Object({
  title: Type.String(),
  start: Type.Number(),
});
export type Chapter = Static<typeof Chapter>;

/** An uploaded cover, one of a lookup service (copied by the server), or empty. */
const CoverUrl = PatternText(/^(?:|\/api\/covers\/[0-9a-f]{64}\.webp|https?:\/\/\S+)$/u, {
  max: 2000,
  error: "The cover must be one that was uploaded here",
});

const BookFields = Type.Object({
  title: titleText("Title", true),
  author: titleText("Author", true),
  synopsis: LongText({ max: SYNOPSIS_MAX_LENGTH, error: "The synopsis may have at most # characters" }),
  month: Month,
  isbn: LineText({ max: ISBN_TYPED_MAX_LENGTH, pattern: ISBN_AS_TYPED, error: "The ISBN must have 10 or 13 digits" }),
  audiobookNarrator: titleText("Narrator", false),
  audiobookDuration: titleText("Duration", false),
});

export const BOOK_TEXT_FIELDS = Object.keys(BookFields.properties) as (keyof typeof BookFields.properties)[];

export const Book = Type.Object({
  id: Type.Integer(),
  ...FieldsOf(BOOK_TEXT_FIELDS, Type.String()).properties,
  coverImage: Nullable(Type.String()),
  ebookFilename: Nullable(Type.String()),
  ebookSize: Nullable(Type.Integer()),
  ebookUploadedAt: Nullable(Type.String()),
  audiobookFilename: Nullable(Type.String()),
  audiobookSize: Nullable(Type.Integer()),
  audiobookUploadedAt: Nullable(Type.String()),
  audiobookSeconds: Nullable(Type.Number()),
  chapters: Type.Array(Chapter),
});
export type Book = Static<typeof Book>;

export const BookTitle = Type.Pick(Book, ["id", "title", "author", "month"]);
export type BookTitle = Static<typeof BookTitle>;

export const NewBook = Type.Object({
  ...Type.Pick(BookFields, ["title", "author", "month"]).properties,
  ...Type.Partial(Type.Omit(BookFields, ["title", "author", "month"])).properties,
  coverImage: Type.Optional(Nullable(CoverUrl)),
});
export type NewBook = Static<typeof NewBook>;

/** `null` for a cover or a file name detaches it (DESIGN 3). */
export const BookPatch = Type.Partial(
  Type.Object({
    ...BookFields.properties,
    coverImage: Nullable(CoverUrl),
    ebookFilename: Type.Null(),
    audiobookFilename: Type.Null(),
  }),
  PATCH_OPTIONS,
);
export type BookPatch = Static<typeof BookPatch>;

/** `was` has the fields as the caller last saw them, to reject a stale save. */
export const BookChange = Type.Object(
  {
    ...BookPatch.properties,
    was: Type.Optional(
      Type.Partial(
        Type.Object({
          ...FieldsOf(BOOK_TEXT_FIELDS, LastSeenText()).properties,
          ...FieldsOf(["coverImage", "ebookFilename", "audiobookFilename"], Nullable(LastSeenText())).properties,
        }),
        LAST_SEEN_OPTIONS,
      ),
    ),
  },
  PATCH_OPTIONS,
);
export type BookChange = Static<typeof BookChange>;

export const IsbnLookup = Type.Object({
  ...Type.Pick(Book, ["title", "author", "synopsis", "isbn"]).properties,
  coverImage: Type.Optional(Type.String()),
});
export type IsbnLookup = Static<typeof IsbnLookup>;

const TITLE_SEARCH_PATTERN = /^[^\p{Cc}\u2028\u2029\s][^\p{Cc}\u2028\u2029]*[^\p{Cc}\u2028\u2029\s]$/u;

export const TitleSearch = Type.Object({
  q: LineText({
    max: SEARCH_MAX_LENGTH,
    required: true,
    pattern: TITLE_SEARCH_PATTERN,
    error: "Enter a title or an author, 2 to # characters",
  }),
});

/** A book of Open Library; missing fields are null or empty. `cover` is on this server. */
export const FoundBook = Type.Object({
  ...Type.Pick(Book, ["title", "author", "isbn"]).properties,
  year: Nullable(Type.Integer()),
  pages: Nullable(Type.Integer()),
  cover: Nullable(Type.String()),
});
export type FoundBook = Static<typeof FoundBook>;

export const bookCalls = () =>
  defineCalls("Books", "admin", {
    "GET /api/books": {
      summary: "List all books",
      description: "Includes books of coming months.",
      response: Type.Array(BookTitle),
    },
    "GET /api/books/current": {
      by: "member",
      summary: "Get this month's book",
      description: "Null if there is none.",
      response: Nullable(Book),
    },
    "GET /api/books/:id": {
      summary: "Get a book",
      response: Book,
    },
    "POST /api/books": {
      summary: "Add a book",
      body: NewBook,
      status: 201,
      response: Book,
    },
    "PATCH /api/books/:id": {
      summary: "Update a book",
      description: "To remove a cover or a file, set its name to null.",
      body: BookChange,
      response: Book,
      throws: { conflict: "A field in `was` has changed in the meantime." },
    },
    "GET /api/books/isbn/:isbn?": {
      by: "member",
      summary: "Look up a book by its ISBN",
      description:
        "Asks Open Library and Google Books. The ISBN may also be in the path: `/api/books/isbn/9780141439587`.",
      params: Isbn,
      query: Isbn,
      response: IsbnLookup,
      isForOwnScripts: true,
      throws: { "not-found": "No service knows this ISBN.", forbidden: SAME_ORIGIN_ONLY },
      limits: [LOOK_UP_LIMIT],
    },
    "POST /api/books/isbn": {
      by: "member",
      summary: "Look up a book by its ISBN",
      description: "Asks Open Library and Google Books.",
      body: Isbn,
      response: IsbnLookup,
      throws: { "not-found": "No service knows this ISBN." },
      limits: [LOOK_UP_LIMIT],
    },
    "GET /api/books/search": {
      by: "member",
      summary: "Search for a book by its title",
      description: "Returns up to 10 books from Open Library.",
      query: TitleSearch,
      response: Type.Array(FoundBook),
      isForOwnScripts: true,
      throws: { forbidden: SAME_ORIGIN_ONLY },
      limits: [LOOK_UP_LIMIT],
    },
    "POST /api/books/search": {
      by: "member",
      summary: "Search for a book by its title",
      description: "Returns up to 10 books from Open Library.",
      body: TitleSearch,
      response: Type.Array(FoundBook),
      limits: [LOOK_UP_LIMIT],
    },
  });

export const LOOK_UP_LIMIT: Limit = {
  key: "look-up",
  max: 30,
  per: "hour",
  message: "look up # books and covers an hour",
  isForAdmins: false,
};

const Isbn = Type.Object({ isbn: Type.Optional(LongText({ max: 10_000 })) });

const SAME_ORIGIN_ONLY = "A page of another site can't call this; use the POST.";
