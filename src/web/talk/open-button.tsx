import { useState } from "react";

import { useIsAdmin } from "#web/state/session.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

export function OpenButton({ bookId }: { bookId: number }) {
  const isAdmin = useIsAdmin();
  const [isAsking, setIsAsking] = useState(false);
  const open = useCall("POST /api/books/:id/notes/open", {
    failed: "The talk wasn't opened. Please try again.",
  });
  if (!isAdmin) return null;
  return (
    <>
      <Button variant="quiet" className="print:hidden" disabled={open.isPending} onClick={() => setIsAsking(true)}>
        Open the talk to everyone
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Open the talk?"
        confirm="Open it"
        onConfirm={() => open.mutate({ params: { id: bookId } })}
        onClose={() => setIsAsking(false)}
      >
        Everyone will see every note, no matter how far they've read. It opens automatically after the meeting, and
        can't be closed again.
      </ConfirmDialog>
    </>
  );
}
