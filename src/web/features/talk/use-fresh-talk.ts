import { useQueryClient } from "@tanstack/react-query";

import { notesQuery } from "#web/api/notes.ts";

export function useFreshTalk(bookId: number): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: notesQuery(bookId).queryKey });
}
