import { useQueryClient } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { useCall, type UseCallOptions } from "#web/ui/feedback/use-call.ts";

type Callbacks<Key extends "PATCH /api/books/:id" | "POST /api/books"> = Pick<
  UseCallOptions<Key>,
  "onDone" | "onFailed"
>;

/** Also detaches files. */
export function useChangeBook({ onDone, ...callbacks }: Callbacks<"PATCH /api/books/:id"> = {}) {
  const cacheBook = useCacheBook();
  return useCall("PATCH /api/books/:id", {
    ...callbacks,
    done: "Book updated successfully",
    failed: "Failed to update book.",
    explain: withReason,
    onDone: (book, changes) => {
      cacheBook(book);
      onDone?.(book, changes);
    },
  });
}

export function useCreateBook({ onDone, ...callbacks }: Callbacks<"POST /api/books">) {
  const cacheBook = useCacheBook();
  return useCall("POST /api/books", {
    ...callbacks,
    done: "New book created successfully",
    failed: "Failed to create new book.",
    explain: withReason,
    onDone: (book, changes) => {
      cacheBook(book);
      onDone?.(book, changes);
    },
  });
}

/** Pages show the saved book at once, before it's refetched. */
function useCacheBook() {
  const queries = useQueryClient();
  return (book: Book) => {
    queries.setQueryData(query("GET /api/books/:id", { params: { id: book.id } }).queryKey, book);
    queries.setQueryData(query("GET /api/books/current").queryKey, (current) =>
      current?.id === book.id ? book : current,
    );
  };
}
