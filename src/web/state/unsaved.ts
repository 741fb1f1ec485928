import { atom, useSetAtom } from "jotai";
import { useLayoutEffect } from "react";

export const unsavedAtom = atom<ReadonlyMap<string, string>>(new Map());

export function useUnsaved(part: string, label: string, isUnsaved: boolean): void {
  const setUnsaved = useSetAtom(unsavedAtom);
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    setUnsaved((before) => new Map(before).set(part, label));
    return () =>
      setUnsaved((before) => {
        const after = new Map(before);
        after.delete(part);
        return after;
      });
  }, [part, label, isUnsaved, setUnsaved]);
}

export const formatUnsaved = (unsaved: ReadonlyMap<string, string>): string =>
  new Intl.ListFormat("en").format(new Set(unsaved.values()));
