import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Book } from "#contract/books.ts";
import { call } from "#web/api/call.ts";
import { isConflict } from "#web/api/failure-kind.ts";
import { mutationKeyOf, type OfflineMutation } from "#web/api/offline-mutations.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { usePendingMutation, usePendingMutations, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

export type PaperBook = { id: number; hasText: boolean; hasAudio: boolean };
type Paper = { pages: number; page: number | null };
export type ReportedPosition = OfflineMutation<"page"> | OfflineMutation<"reached">;
type SavedPosition = { mutation: ReportedPosition; paper: Paper | null; reached: number };

const UNCHANGED_MESSAGE = "Your page wasn't changed. Please try again.";

/** A member's paper copy, including pending changes (BEYOND 10). */
export function usePaper(bookId: number) {
  const queries = useQueryClient();
  const { data: progress } = useGet("GET /api/books/:id/place", { params: { id: bookId } });
  const { mutations, remove } = usePendingMutations();
  const pending = usePendingMutation("page", (mutation) => mutation.bookId === bookId);
  const cached = progress?.paper ?? null;
  const paper = pending ? { page: pending.place.page ?? cached?.page ?? null, pages: pending.place.pages } : cached;
  const [savedPosition, setSavedPosition] = useState<SavedPosition | null>(null);
  const send = useSendOrQueue();
  const savePosition = useMutationWithToast({
    mutationFn: (mutation: ReportedPosition) => send(mutation),
    failed: "Your place wasn't saved. Please try again.",
    onDone: (_, mutation) => {
      const talk = queries.getQueryData(query("GET /api/books/:id/notes", { params: { id: bookId } }).queryKey);
      setSavedPosition({ mutation, paper, reached: progress?.reached ?? talk?.reached ?? 0 });
    },
  });
  const undo = useMutationWithToast({
    mutationFn: async ({ mutation, paper: before, reached }: SavedPosition): Promise<unknown> => {
      if (mutations.some((one) => mutationKeyOf(one) === mutationKeyOf(mutation))) return remove(mutation);
      if (mutation.kind === "reached") return send({ kind: "reached", bookId, fraction: reached });
      return before?.page == null
        ? call("DELETE /api/books/:id/paper", { params: { id: bookId } })
        : restorePreviousPage(bookId, { ...before, page: before.page });
    },
    failed: UNCHANGED_MESSAGE,
    onDone: () => setSavedPosition(null),
  });
  const restore = useCall("POST /api/books/:id/paper/restore", {
    failed: UNCHANGED_MESSAGE,
    onDone: () => setSavedPosition(null),
  });
  const startOver = useCall("DELETE /api/books/:id/paper", {
    done: "Page history cleared. Undo it under Earlier pages.",
    failed: UNCHANGED_MESSAGE,
    onDone: () => setSavedPosition(null),
  });
  return {
    paper: progress === undefined && !pending ? undefined : paper,
    progress,
    isPending: pending !== undefined,
    savePosition,
    saved: savedPosition,
    clearUndo: () => setSavedPosition(null),
    restore,
    startOver,
    undo: { isPending: undo.isPending, press: () => savedPosition && undo.mutate(savedPosition) },
  };
}

export const paperBookOf = ({ id, ebookFilename, audiobookFilename }: Book): PaperBook => ({
  id,
  hasText: ebookFilename !== null,
  hasAudio: audiobookFilename !== null,
});

/** Restores the previous page with its fixed points. A page older than the history is reported again. */
async function restorePreviousPage(bookId: number, { page, pages }: { page: number; pages: number }): Promise<unknown> {
  const jump = (await call("GET /api/books/:id/paper/history", { params: { id: bookId } })).find(
    (one) => one.page === page && one.pages === pages,
  );
  const saveAgain = () =>
    call("PUT /api/books/:id/paper", {
      params: { id: bookId },
      body: { page, pages, age: 0 },
    });
  if (!jump) return saveAgain();
  return call("POST /api/books/:id/paper/restore", { params: { id: bookId }, body: { id: jump.id } }).catch(
    (error: unknown) => {
      if (isConflict(error)) return saveAgain();
      throw error;
    },
  );
}
