import { useQueryClient } from "@tanstack/react-query";

import type { Book, BookChange, NewBook } from "#contract/books.ts";
import { bookQuery, changeBook, createBook, currentBookQuery, refreshBooks } from "#web/api/books.ts";
import { useAct } from "#web/features/admin/use-act.ts";

type Options<In> = { onDone?: (book: Book, sent: In) => void; onFailed?: (error: Error) => void };

function useShowBook() {
  const queries = useQueryClient();
  return (book: Book) => {
    queries.setQueryData(bookQuery(book.id).queryKey, book);
    queries.setQueryData(currentBookQuery.queryKey, (current) => (current?.id === book.id ? book : current));
    void refreshBooks(queries);
  };
}

/** Also detaches files. */
export function useChangeBook(id: number, { onDone, onFailed }: Options<BookChange> = {}) {
  const show = useShowBook();
  return useAct<BookChange, Book>({
    act: (patch) => changeBook(id, patch),
    done: "Book updated successfully",
    failed: "Failed to update book.",
    onDone: (book, sent) => {
      show(book);
      onDone?.(book, sent);
    },
    ...(onFailed ? { onFailed } : {}),
  });
}

export function useCreateBook({ onDone, onFailed }: Options<NewBook>) {
  const show = useShowBook();
  return useAct<NewBook, Book>({
    act: createBook,
    done: "New book created successfully",
    failed: "Failed to create new book.",
    onDone: (book, sent) => {
      show(book);
      onDone?.(book, sent);
    },
    ...(onFailed ? { onFailed } : {}),
  });
}
