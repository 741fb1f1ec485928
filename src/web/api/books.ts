import { queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";

/** The current book; null while the club has none. */
export const currentBookQuery = queryOptions<Book | null>({ queryKey: ["/api/books/current"] });

/** Where the browser goes to download a book's eBook (SPEC 7). */
export const ebookUrl = (bookId: number) => `/api/download/ebook/${bookId}`;

/** Download link and audio source of a book's audiobook (SPEC 7). */
export const audiobookUrl = (bookId: number) => `/api/download/audiobook/${bookId}`;
