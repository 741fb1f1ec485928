import { useQueryClient } from "@tanstack/react-query";

import type { Book, BookChange, NewBook } from "#contract/books.ts";
import { call } from "#web/api/call.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { type MutationWithToastOptions, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

type MutationCallbacks<In> = Pick<MutationWithToastOptions<In, Book>, "onDone" | "onFailed">;

/** Also detaches files. */
export const useChangeBook = (id: number, callbacks: MutationCallbacks<BookChange> = {}) =>
  useBookMutation<BookChange>({
    mutationFn: (patch) => call("PATCH /api/books/:id", { params: { id }, body: patch }),
    done: "Book updated successfully",
    failed: "Failed to update book.",
    ...callbacks,
  });

export const useCreateBook = (callbacks: MutationCallbacks<NewBook>) =>
  useBookMutation<NewBook>({
    mutationFn: (book: NewBook) => call("POST /api/books", { body: book }),
    done: "New book created successfully",
    failed: "Failed to create new book.",
    ...callbacks,
  });

function useBookMutation<In>(mutation: MutationWithToastOptions<In, Book>) {
  const queries = useQueryClient();
  return useMutationWithToast<In, Book>({
    ...mutation,
    explain: withReason,
    onDone: (book, sent) => {
      queries.setQueryData(query("GET /api/books/:id", { params: { id: book.id } }).queryKey, book);
      queries.setQueryData(query("GET /api/books/current").queryKey, (current) =>
        current?.id === book.id ? book : current,
      );
      mutation.onDone?.(book, sent);
    },
  });
}
