import { queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";

export const currentBookQuery = queryOptions<Book | null>({ queryKey: ["/api/books/current"] });
