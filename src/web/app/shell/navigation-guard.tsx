import { useAtomValue } from "jotai";
import { useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { formatUnsaved, unsavedAtom } from "#web/state/unsaved.ts";
import { LazyConfirmDialog } from "#web/ui/layout/lazy-confirm-dialog.tsx";
import { isPlainClick } from "#web/ui/layout/link.tsx";

import { guardHistory } from "../history-router.tsx";

/** Asks before a link, Back or closing the tab would lose unsaved changes. */
export function NavigationGuard() {
  const unsavedParts = useAtomValue(unsavedAtom);
  return unsavedParts.size > 0 && <UnsavedGuard unsaved={unsavedParts} />;
}

/** Not react-router's blocker, whose data router would add 19 KB to every first visit. */
function UnsavedGuard({ unsaved }: { unsaved: ReadonlyMap<string, string> }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [pendingNavigation, setPendingNavigation] = useState<{ proceed: () => void }>();
  const isLeaving = useRef(false);

  useLayoutEffect(() => {
    const currentEntry = { path: pathname, index: historyIndex() };
    let isReturning = false;

    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const target = linkOf(event);
      if (!target || target.pathname === currentEntry.path) return;
      event.preventDefault();
      event.stopPropagation();
      setPendingNavigation({ proceed: () => void navigate(target.pathname + target.search + target.hash) });
    };
    // restores the address, which the router doesn't see change
    const onPop = () => {
      if (isLeaving.current || location.pathname === currentEntry.path) {
        const wasReturning = isReturning;
        isReturning = false;
        return wasReturning;
      }
      const historySteps = historyIndex() - currentEntry.index || -1;
      isReturning = true;
      history.go(-historySteps);
      setPendingNavigation({
        proceed: () => {
          isLeaving.current = true;
          history.go(historySteps);
        },
      });
      return true;
    };
    addEventListener("beforeunload", onUnload);
    guardHistory(onPop);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      removeEventListener("beforeunload", onUnload);
      guardHistory(undefined);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [navigate, pathname]);

  return (
    <LazyConfirmDialog
      isOpen={pendingNavigation !== undefined}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay here"
      onConfirm={() => pendingNavigation?.proceed()}
      onClose={() => setPendingNavigation(undefined)}
    >
      Not saved: {formatUnsaved(unsaved)}. It will be lost if you leave this page.
    </LazyConfirmDialog>
  );
}

/** react-router numbers the entries of the browser's history. */
function historyIndex(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number" ? state.idx : 0;
}

/** The link of a plain click, if it leads to one of our pages in this tab; else null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) return null;
  return link.origin === location.origin && !link.pathname.startsWith("/api/") ? link : null;
}
