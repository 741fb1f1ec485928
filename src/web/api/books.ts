import { type QueryClient, queryOptions } from "@tanstack/react-query";

import type { Book, BookChange, BookTitle, IsbnLookup, NewBook } from "#contract/books.ts";

import { client } from "./client.ts";

/** The current book; null while the club has none. */
export const currentBookQuery = queryOptions<Book | null>({ queryKey: ["/api/books/current"] });

/** Every book in short, the latest month first; for admins. */
export const bookTitlesQuery = queryOptions<BookTitle[]>({ queryKey: ["/api/books"] });

/** Any book; for admins. */
export const bookQuery = (id: number) => queryOptions<Book>({ queryKey: [`/api/books/${id}`] });

/** Refetches all that tells something of a book. */
export const refreshBooks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => /^\/api\/books(?:\/|$)/.test(String(key)) });

export const createBook = (book: NewBook) => client.post<Book>("/api/books", book);

/** Changes the given fields; `null` detaches a cover or a file. 409 when a field is no longer as it `was`. */
export const changeBook = (id: number, patch: BookChange) => client.patch<Book>(`/api/books/${id}`, patch);

/** Looks a book up by its ISBN as typed; the server normalises and checks it. */
export const lookUpIsbn = (isbn: string) => client.get<IsbnLookup>(`/api/books/isbn/${encodeURIComponent(isbn)}`);

/** Where the browser goes to download a book's eBook (SPEC 7). */
export const ebookUrl = (bookId: number) => `/api/download/ebook/${bookId}`;

/** Download link of a book's audiobook (SPEC 7). */
export const audiobookUrl = (bookId: number) => `/api/download/audiobook/${bookId}`;

/**
 * Audio source of a book: its download link, held to the file of now. An admin may replace it while somebody listens,
 * and a player that gets parts of two files falls silent.
 */
export const audioSource = ({ id, audiobookUploadedAt }: Pick<Book, "id" | "audiobookUploadedAt">) =>
  audiobookUploadedAt === null ? audiobookUrl(id) : `${audiobookUrl(id)}?v=${encodeURIComponent(audiobookUploadedAt)}`;
