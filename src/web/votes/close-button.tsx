import { useState } from "react";

import type { Poll } from "#contract/polls.ts";
import { query } from "#web/api/query.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

export function CloseButton({ poll }: { poll: Poll }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = useCall("POST /api/polls/:id/close", {
    failed: "The vote wasn't closed. Please try again.",
    updatesQuery: query("GET /api/polls/current"),
  });
  return (
    <>
      <Button variant="quiet" disabled={close.isPending} onClick={() => setIsAsking(true)}>
        {close.isPending ? "Closing..." : "Close the vote"}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close the vote now?"
        confirm="Close now"
        onConfirm={() => close.mutate({ params: { id: poll.id } })}
        onClose={() => setIsAsking(false)}
      >
        {poll.voted} of {poll.members} members have voted. A closed vote can't be reopened.
      </ConfirmDialog>
    </>
  );
}
