import { useQueryClient } from "@tanstack/react-query";

import type { ResponseOf } from "#web/api/call.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { useCall, type UseCallOptions } from "#web/ui/feedback/use-call.ts";

type SavingCall = "PATCH /api/books/:id" | "POST /api/books";
type Callbacks<Key extends SavingCall> = Pick<UseCallOptions<Key>, "onDone" | "onFailed">;

/** Also detaches files. */
export const useChangeBook = (callbacks: Callbacks<"PATCH /api/books/:id"> = {}) =>
  useBookCall("PATCH /api/books/:id", {
    done: "Book updated successfully",
    failed: "Failed to update book.",
    ...callbacks,
  });

export const useCreateBook = (callbacks: Callbacks<"POST /api/books">) =>
  useBookCall("POST /api/books", {
    done: "New book created successfully",
    failed: "Failed to create new book.",
    ...callbacks,
  });

function useBookCall<Key extends SavingCall>(key: Key, { onDone, ...options }: UseCallOptions<Key>) {
  const queries = useQueryClient();
  return useCall(key, {
    ...options,
    explain: withReason,
    onDone: (output, sent) => {
      const book = output as ResponseOf<SavingCall>;
      queries.setQueryData(query("GET /api/books/:id", { params: { id: book.id } }).queryKey, book);
      queries.setQueryData(query("GET /api/books/current").queryKey, (current) =>
        current?.id === book.id ? book : current,
      );
      onDone?.(output, sent);
    },
  });
}
