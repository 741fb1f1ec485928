import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";

import { retryImport } from "#web/lib/browser/retry-import.ts";
import { unsavedAtom, unsavedInWords } from "#web/state/unsaved.ts";

import { useLeaveGuard } from "./use-leave-guard.ts";

// its library is large, and the question is rare
const ConfirmDialog = lazy(() =>
  retryImport(() => import("#web/ui/layout/confirm-dialog.tsx")).then(({ ConfirmDialog }) => ({
    default: ConfirmDialog,
  })),
);

/** Asks before a page is left with something unsaved, by a link, Back, or closing the tab. */
export function LeaveGuard() {
  const unsaved = useAtomValue(unsavedAtom);
  const { isAsking, stay, leave } = useLeaveGuard(unsaved.size > 0);
  return (
    isAsking && (
      <Suspense fallback={null}>
        <ConfirmDialog
          isOpen
          title="Leave without saving?"
          confirm="Leave"
          cancel="Stay here"
          onConfirm={leave}
          onClose={stay}
        >
          Not saved: {unsavedInWords(unsaved)}. It will be lost if you leave this page.
        </ConfirmDialog>
      </Suspense>
    )
  );
}
