import { useEffect, useRef, useState } from "react";

import type { Book } from "#contract/books.ts";
import { logProblem } from "#web/lib/log.ts";

import { canKeepOffline, isKept, keepOffline, stopKeeping } from "./keep-offline.ts";

export type Keeping =
  /** Not known yet, or this browser cannot. */
  | { phase: "unknown" }
  | { phase: "off" }
  /** `part` from 0 to 1. */
  | { phase: "busy"; part: number }
  | { phase: "kept" }
  | { phase: "failed" };

/** Whether the book is kept on this device, and how to begin, give up and end that. */
export function useKeepOffline(book: Book) {
  const [keeping, setKeeping] = useState<Keeping>({ phase: "unknown" });
  const work = useRef<AbortController>(null);

  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      if (!canKeepOffline()) return;
      const kept = await isKept(book);
      if (isCurrent) setKeeping({ phase: kept ? "kept" : "off" });
    };
    void look();
    return () => {
      isCurrent = false;
      work.current?.abort();
    };
  }, [book]);

  return {
    keeping,
    async keep() {
      work.current = new AbortController();
      const { signal } = work.current;
      setKeeping({ phase: "busy", part: 0 });
      try {
        await keepOffline(book, (part) => setKeeping({ phase: "busy", part }), signal);
        setKeeping({ phase: "kept" });
      } catch (error) {
        if (!signal.aborted) logProblem("The audiobook could not be kept offline", error);
        setKeeping({ phase: signal.aborted ? "off" : "failed" });
      }
    },
    cancel: () => work.current?.abort(),
    async remove() {
      await stopKeeping();
      setKeeping({ phase: "off" });
    },
  };
}
