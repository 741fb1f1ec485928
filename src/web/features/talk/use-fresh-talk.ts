import { useQueryClient } from "@tanstack/react-query";

import { notesQuery } from "#web/api/notes.ts";

/** Asks for the talk again after one's own act. */
export function useFreshTalk(bookId: number): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: notesQuery(bookId).queryKey });
}
