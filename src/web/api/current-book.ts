import { queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";

// alone, because the first visit loads it
export const currentBookQuery = queryOptions<Book | null>({ queryKey: ["/api/books/current"] });
