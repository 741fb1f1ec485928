import { queryOptions } from "@tanstack/react-query";

import type { Book, BookChange, BookTitle, FoundBook, IsbnLookup, NewBook } from "#contract/books.ts";

import { client } from "./client.ts";

export const currentBookQuery = queryOptions<Book | null>({ queryKey: ["/api/books/current"] });

export const bookTitlesQuery = queryOptions<BookTitle[]>({ queryKey: ["/api/books"] });

export const bookQuery = (id: number) => queryOptions<Book>({ queryKey: [`/api/books/${id}`] });

export const createBook = (book: NewBook) => client.post<Book>("/api/books", book);

/** `null` detaches a cover or file. 409 when a field isn't as it `was`. */
export const changeBook = (id: number, patch: BookChange) => client.patch<Book>(`/api/books/${id}`, patch);

export const lookUpIsbn = (isbn: string) => client.post<IsbnLookup>("/api/books/isbn", { isbn });

export const searchBooks = (q: string) => client.post<FoundBook[]>("/api/books/search", { q });

export const ebookUrl = (bookId: number) => `/api/download/ebook/${bookId}`;

export const audiobookUrl = (bookId: number) => `/api/download/audiobook/${bookId}`;

/** The download link with the file's version: a player must not get parts of two files when an admin replaces it. */
export const audioSource = ({ id, audiobookUploadedAt }: Pick<Book, "id" | "audiobookUploadedAt">) =>
  audiobookUploadedAt === null ? audiobookUrl(id) : `${audiobookUrl(id)}?v=${encodeURIComponent(audiobookUploadedAt)}`;
