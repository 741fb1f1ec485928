import { useAtomValue } from "jotai";
import { BookPlus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";

import type { BookTitle } from "#contract/books.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { formatUnsaved, unsavedAtom } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

import type { BookPick, usePickedBook } from "./use-picked-book.ts";

type Props = { picked: ReturnType<typeof usePickedBook>; canAdd?: boolean };

const BOOK_PARTS = ["book", "cover", "ebook", "audiobook"];

/** Picks a book to edit, or starts a new one for another month. */
export function BookPicker({ picked, canAdd = false }: Props) {
  const { data: titles = [] } = useGet("GET /api/books", { staleTime: 0 });
  const unsavedParts = new Map([...useAtomValue(unsavedAtom)].filter(([part]) => BOOK_PARTS.includes(part)));
  const [pendingPick, setPendingPick] = useState<BookPick>();
  const { pick, current, setPick, pin } = picked;
  const isWorking = unsavedParts.size > 0;
  const pinWhileWorking = useEffectEvent(pin);
  // A new month or another admin may change the current book, which would discard the form.
  useEffect(() => {
    if (isWorking) pinWhileWorking();
  }, [isWorking]);

  const switchTo = (next: BookPick) => {
    if (isWorking) setPendingPick(next);
    else setPick(next);
  };
  const id = pick === "current" ? current?.id : pick;
  // A link may contain a deleted book's id.
  const value = id === "new" || titles.some((title) => title.id === id) ? String(id) : "";

  if (titles.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label="Book"
        className="min-w-0 flex-1 basis-64"
        value={value}
        onText={(value) => switchTo(value === "new" ? "new" : toBookPick(Number(value), current?.id))}
        options={[
          ...(value === "new" ? [["new", "New book"] as const] : []),
          ...(value === "" ? [["", "Choose a book"] as const] : []),
          ...titles.map((title) => [title.id, labelOf(title, current?.id)] as const),
        ]}
      />
      {canAdd && pick !== "new" && (
        <Button className="max-sm:w-full" icon={BookPlus} onClick={() => switchTo("new")}>
          New book
        </Button>
      )}
      <ConfirmDialog
        isOpen={pendingPick !== undefined}
        title="Leave without saving this book?"
        confirm="Discard changes"
        cancel="Stay here"
        onConfirm={() => pendingPick && setPick(pendingPick)}
        onClose={() => setPendingPick(undefined)}
      >
        Not saved: {formatUnsaved(unsavedParts)}.
      </ConfirmDialog>
    </div>
  );
}

const toBookPick = (id: number, currentId: number | undefined): BookPick => (id === currentId ? "current" : id);

function labelOf({ id, title, month }: BookTitle, currentId: number | undefined): string {
  return `${formatMonth(month)}: ${title}${id === currentId ? " (current)" : ""}`;
}
