import { useState } from "react";

import { call } from "#web/api/call.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

export function OpenButton({ bookId }: { bookId: number }) {
  const isAdmin = useIsAdmin();
  const [asks, setAsks] = useState(false);
  const open = useMutationWithToast({
    mutationFn: (bookId: number) => call("POST /api/books/:id/notes/open", { params: { id: bookId } }),
    failed: "The talk wasn't opened. Please try again.",
    onDone: () => setAsks(false),
    onFailed: () => setAsks(false),
  });
  if (!isAdmin) return null;
  return (
    <>
      <Button variant="quiet" className="print:hidden" onClick={() => setAsks(true)}>
        Open the talk to everyone
      </Button>
      <ConfirmDialog
        isOpen={asks}
        title="Open the talk?"
        confirm="Open it"
        isBusy={open.isPending}
        onConfirm={() => open.mutate(bookId)}
        onClose={() => setAsks(false)}
      >
        Everyone will see every note, no matter how far they've read. It opens automatically after the meeting, and
        can't be closed again.
      </ConfirmDialog>
    </>
  );
}
