import { atom, useAtom } from "jotai";
import { useEffect, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import { showToast } from "#web/ui/toast.ts";

import { FAULT_TEXT } from "./keep-error.ts";
import { createKeeper, type Keeper, type Keeping } from "./keeper.ts";

/** The one keeper of this page; it goes on while one moves between the routes. */
const keeperAtom = atom<Keeper | null>(null);

/** Makes the keeper of a book, unless there is one already; null until then. */
export function useKeeper(book: Book, userId: number): Keeper | null {
  const [keeper, setKeeper] = useAtom(keeperAtom);
  const isOurs = keeper !== null && isFor(keeper, book, userId);

  useEffect(() => {
    if (isOurs) return;
    keeper?.end();
    setKeeper(createKeeper(book, userId, (keeping) => sayEnd(book, keeping)));
  }, [isOurs, keeper, book, userId, setKeeper]);

  return isOurs ? keeper : null;
}

/** How keeping stands, kept up with. */
export function useKeeping(keeper: Keeper): Keeping {
  return useSyncExternalStore(keeper.subscribe, keeper.state);
}

function isFor(keeper: Keeper, { id, audiobookUploadedAt }: Book, userId: number): boolean {
  const { book } = keeper;
  return (
    !keeper.hasEnded() && keeper.userId === userId && book.id === id && book.audiobookUploadedAt === audiobookUploadedAt
  );
}

/** Tells whoever has gone to another page. */
function sayEnd({ title }: Book, keeping: Keeping): void {
  if (keeping.phase === "kept")
    showToast({ title: "Success", description: `'${title}' is kept offline on this device` });
  if ("fault" in keeping && keeping.fault)
    showToast({
      style: "destructive",
      title: "Error",
      description: `Not kept offline yet. ${FAULT_TEXT[keeping.fault]}`,
    });
}
