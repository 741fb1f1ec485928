import { useAtomValue } from "jotai";

import { unsavedAtom, unsavedInWords } from "#web/state/unsaved.ts";
import { LazyConfirmDialog } from "#web/ui/layout/lazy-confirm-dialog.tsx";

import { useLeaveGuard } from "./use-leave-guard.ts";

/** Asks before a page is left with something unsaved, by a link, Back, or closing the tab. */
export function LeaveGuard() {
  const unsaved = useAtomValue(unsavedAtom);
  const { isAsking, stay, leave } = useLeaveGuard(unsaved.size > 0);
  return (
    <LazyConfirmDialog
      isOpen={isAsking}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay here"
      onConfirm={leave}
      onClose={stay}
    >
      Not saved: {unsavedInWords(unsaved)}. It will be lost if you leave this page.
    </LazyConfirmDialog>
  );
}
