import { useEffect, useEffectEvent, useState } from "react";

export type ListedEntry<Entry> = Entry & { isDeleted?: boolean };
export type OnOpen<Entry> = (entry: Entry, isOpen: boolean) => void;

/** An entry whose form is open stays in its list after it was deleted, because the typed text would be lost. */
export function useOpenEntries<Entry extends { id: number }>(
  entries: readonly Entry[],
  order: (one: Entry, other: Entry) => number,
  /** What decides where an open entry is listed stays as it was. */
  retainPlace = (entry: Entry, _opened: Entry): Entry => entry,
) {
  // one for each open form
  const [openEntries, setOpenEntries] = useState<readonly Entry[]>([]);
  const deletedEntries = new Map(openEntries.map((entry) => [entry.id, { ...entry, isDeleted: true }]));
  for (const { id } of entries) deletedEntries.delete(id);
  const onOpen: OnOpen<Entry> = (entry, isOpen) =>
    setOpenEntries((before) => {
      const index = before.findIndex(({ id }) => id === entry.id);
      return isOpen ? [...before, entry] : before.toSpliced(index, 1);
    });
  const listedEntries = entries.map((entry) => {
    const opened = openEntries.find(({ id }) => id === entry.id);
    return opened ? retainPlace(entry, opened) : entry;
  });
  const allEntries: readonly ListedEntry<Entry>[] = [...listedEntries, ...deletedEntries.values()].toSorted(order);
  return {
    entries: allEntries,
    isOpen: (id: number) => openEntries.some((entry) => entry.id === id),
    hasOpen: openEntries.length > 0,
    onOpen,
  };
}

/** Notifies the list while an entry's form is open. */
export function useReportOpen<Entry>(entry: Entry, isOpen: boolean, onOpen: OnOpen<Entry>): void {
  const report = useEffectEvent((isOpen: boolean) => onOpen(entry, isOpen));
  useEffect(() => {
    if (!isOpen) return undefined;
    report(true);
    return () => report(false);
  }, [isOpen]);
}
