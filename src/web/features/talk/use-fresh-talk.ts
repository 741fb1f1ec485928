import { useQueryClient } from "@tanstack/react-query";

import { notesQuery, questionsQuery } from "#web/api/notes.ts";

/** Refetches the talk and Home's questions. */
export function useFreshTalk(bookId: number): () => void {
  const queries = useQueryClient();
  return () => {
    for (const { queryKey } of [notesQuery(bookId), questionsQuery(bookId)])
      void queries.invalidateQueries({ queryKey });
  };
}
