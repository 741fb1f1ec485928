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
export const useUpdateBook = ({ onDone, ...callbacks }: Callbacks<"PATCH /api/books/:id"> = {}) =>
  useCall("PATCH /api/books/:id", {
    ...callbacks,
    done: "Book updated successfully",
    failed: "Failed to update book.",
    explain: withReason,
    onDone: useCachingBook(onDone),
  });

export const useCreateBook = ({ onDone, ...callbacks }: Callbacks<"POST /api/books">) =>
  useCall("POST /api/books", {
    ...callbacks,
    done: "New book created successfully",
    failed: "Failed to create new book.",
    explain: withReason,
    onDone: useCachingBook(onDone),
  });

/** Pages show the saved book at once, before it's refetched. */
function useCachingBook<Sent>(onDone: ((book: Book, sent: Sent) => void) | undefined) {
  const queries = useQueryClient();
  return (book: Book, sent: Sent) => {
    queries.setQueryData(query("GET /api/books/:id", { params: { id: book.id } }).queryKey, book);
    queries.setQueryData(query("GET /api/books/current").queryKey, (current) =>
      current?.id === book.id ? book : current,
    );
    onDone?.(book, sent);
  };
}
