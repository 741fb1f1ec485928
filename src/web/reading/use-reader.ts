import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState, useSyncExternalStore } from "react";

import type { Contents } from "#contract/reading.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { useEachAnswer } from "#web/api/use-each-answer.ts";
import { logProblem } from "#web/lib/log.ts";

import { createReader, type Reader, type ReaderState } from "./reader.ts";
import { createReadingSync, type ReadingSync } from "./reading-sync.ts";

type Parts = { bookId: number; userId: number; contents: Contents; onToggleChrome: () => void; onTurn: () => void };
export type OpenedBook = { reader: Reader; sync: ReadingSync };

/** Created once `attach`, a ref, has its element. */
export function useReader({ bookId, userId, contents, onToggleChrome, onTurn }: Parts) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState<OpenedBook | null>(null);

  const attach = useCallback(
    (host: HTMLElement | null) => {
      if (!host) return undefined;
      const sync = createReadingSync({ bookId, userId, length: contents.length }, queries);
      const onKey = (event: KeyboardEvent) => turnByKey(event, made, contents, onToggleChrome);
      const made: Reader = createReader({ host, bookId, contents, sync, onToggleChrome, onTurn, onKey });
      addEventListener("keydown", onKey);
      setOpened({ reader: made, sync });
      made.open().catch((error: unknown) => logProblem("The book could not be opened", error));
      return () => {
        removeEventListener("keydown", onKey);
        setOpened(null);
        made.end();
      };
    },
    [bookId, userId, contents, onToggleChrome, onTurn, queries],
  );

  // positions other devices saved, on return; as the book opens, `sync` asks
  useEachAnswer({ ...readingProgressQuery(bookId), refetchOnMount: false }, opened?.sync.hear);

  return { attach, opened };
}

export function useReaderState(reader: Reader): ReaderState {
  return useSyncExternalStore(reader.subscribe, reader.state);
}

function turnByKey(event: KeyboardEvent, { view }: Reader, { direction }: Contents, onToggleChrome: () => void): void {
  const target = event.target as Element | null;
  const isControl = target?.closest?.("input, select, textarea, [role=dialog]");
  // a button uses only the space bar
  const isPress = event.key === " " && target?.closest?.("button, a[href]");
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || isModified || isControl || isPress) return;
  const right = direction === "rtl" ? view.previous : view.next;
  const left = direction === "rtl" ? view.next : view.previous;
  const act = {
    ArrowRight: right,
    ArrowLeft: left,
    PageDown: view.next,
    PageUp: view.previous,
    " ": event.shiftKey ? view.previous : view.next,
    Escape: onToggleChrome,
  }[event.key];
  const scrolls = view.element.scrolled && (event.key === " " || event.key.startsWith("Page"));
  if (!act || scrolls) return;
  event.preventDefault();
  void act();
}
