import { useIsAdmin } from "#web/state/session.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";

export function OpenButton({ bookId }: { bookId: number }) {
  const isAdmin = useIsAdmin();
  const open = useCall("POST /api/books/:id/notes/open", {
    failed: "The talk wasn't opened. Please try again.",
  });
  if (!isAdmin) return null;
  return (
    <ConfirmButton
      variant="quiet"
      className="print:hidden"
      disabled={open.isPending}
      label="Open the talk to everyone"
      title="Open the talk?"
      confirm="Open it"
      onConfirm={() => open.mutate({ params: { id: bookId } })}
    >
      Everyone will see every note, no matter how far they've read. It opens automatically after the meeting, and can't
      be closed again.
    </ConfirmButton>
  );
}
