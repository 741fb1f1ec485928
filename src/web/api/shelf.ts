import { queryOptions } from "@tanstack/react-query";

import type { ImportChoices, ImportPlan, ImportUndone, LastImport } from "#contract/imports.ts";
import type { NewReview, OwnReview, ShelfPage, ShelfYear } from "#contract/shelf.ts";

import { client } from "./client.ts";

export const shelfQuery = queryOptions<ShelfYear[]>({ queryKey: ["/api/shelf"], staleTime: 10_000 });

export const shelfPageQuery = (bookId: string) =>
  queryOptions<ShelfPage>({ queryKey: [`/api/shelf/${bookId}`], staleTime: 0 });

export const saveReview = ({ bookId, ...review }: NewReview & { bookId: number }) =>
  client.put<OwnReview>(`/api/books/${bookId}/review`, review);

export const removeReview = (bookId: number) => client.delete(`/api/books/${bookId}/review`);

export const lastImportQuery = queryOptions<LastImport | null>({ queryKey: ["/api/shelf/import"], staleTime: 0 });

type Chosen = { file: File; choices: ImportChoices };

export const planImport = ({ file, choices }: Chosen) =>
  client.post<ImportPlan>(`/api/shelf/import?${new URLSearchParams({ dryRun: "true", ...choices })}`, typed(file));

export const importBooks = ({ file, choices }: Chosen) =>
  client.post<ImportPlan>(`/api/shelf/import?${new URLSearchParams({ ...choices })}`, typed(file));

export const undoImport = (id: number) => client.post<ImportUndone>(`/api/shelf/import/${id}/undo`);

/** Browsers guess types from installed programs: Windows calls CSV an Excel file. */
function typed(file: File): Blob {
  return new Blob([file], { type: /\.json$/i.test(file.name) ? "application/json" : "text/csv" });
}
