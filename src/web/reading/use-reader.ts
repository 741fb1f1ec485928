import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useCallback, useState, useSyncExternalStore } from "react";

import { logProblem } from "#web/lib/browser/log.ts";
import { userAtom } from "#web/state/session.ts";

import { createReader, type Reader, type ReaderParts, type ReaderState } from "./reader.ts";
import { createReadingSync } from "./reading-sync.ts";
import type { Direction } from "./view/page-turns.ts";

type ReaderOptions = Pick<ReaderParts, "bookId" | "contents" | "onChrome">;

export function useReader({ bookId, contents, onChrome }: ReaderOptions) {
  const userId = useAtomValue(userAtom)?.id;
  const queries = useQueryClient();
  const [reader, setReader] = useState<Reader | null>(null);

  const attach = useCallback(
    (host: HTMLElement | null) => {
      if (!host || userId === undefined) return undefined;
      const sync = createReadingSync({ bookId, userId, length: contents.length, edition: contents.edition }, queries);
      const onKey = (event: KeyboardEvent) => onKeyDown(event, created);
      const created: Reader = createReader({ host, bookId, contents, sync, onChrome, onKey });
      addEventListener("keydown", onKey);
      setReader(created);
      created.open().catch((error: unknown) => logProblem("Failed to open the book", error));
      return () => {
        removeEventListener("keydown", onKey);
        setReader(null);
        created.end();
      };
    },
    [bookId, userId, contents, onChrome, queries],
  );

  return { attach, reader };
}

/** Selects one part, so that a page turn renders only changed parts. */
export function useReaderState<Part extends keyof ReaderState>(reader: Reader, part: Part): ReaderState[Part] {
  return useSyncExternalStore(reader.subscribe, () => reader.state()[part]);
}

function onKeyDown(event: KeyboardEvent, reader: Reader): void {
  const { view } = reader;
  const { direction } = reader.contents;
  const target = event.target as Element | null;
  const control = target?.closest?.("input, select, textarea, [role=dialog]");
  const pressedButton = event.key === " " && target?.closest?.("button, a[href]");
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || isModified || control || pressedButton) return;
  const bar = target?.closest?.("[data-bar], [role=toolbar]");
  const isSelected = reader.state().selected !== null;
  const leaveBook = () => {
    reader.clear("selected");
    reader.onChrome("hide");
  };
  const turn = (to: Direction) => () => view.turn(to);
  const isRightToLeft = direction === "rtl";
  const keyAction = {
    ArrowRight: turn(isRightToLeft ? "previous" : "next"),
    ArrowLeft: turn(isRightToLeft ? "next" : "previous"),
    PageDown: turn("next"),
    PageUp: turn("previous"),
    " ": turn(event.shiftKey ? "previous" : "next"),
    ...(event.shiftKey && {
      ArrowRight: () => view.select("right"),
      ArrowLeft: () => view.select("left"),
      ArrowDown: () => view.select("down"),
      ArrowUp: () => view.select("up"),
    }),
    Escape: bar || isSelected ? leaveBook : () => focus("[data-bar=top] a"),
    ...(isSelected && !bar && { Tab: () => focus("[role=toolbar] button") }),
  }[event.key];
  const scrolls = view.element.scrolled && (event.key === " " || event.key.startsWith("Page"));
  if (!keyAction || scrolls) return;
  event.preventDefault();
  // Auto-repeat must not queue page turns.
  if (event.repeat && view.isTurning()) return;
  if (bar) view.element.focusView();
  void keyAction();
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
