import type { Poll } from "#contract/polls.ts";
import { query } from "#web/api/query.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";

export function CloseButton({ poll }: { poll: Poll }) {
  const close = useCall("POST /api/polls/:id/close", {
    failed: "The vote wasn't closed. Please try again.",
    updatesQuery: query("GET /api/polls/current"),
  });
  return (
    <ConfirmButton
      variant="quiet"
      disabled={close.isPending}
      label={close.isPending ? "Closing..." : "Close the vote"}
      title="Close the vote now?"
      confirm="Close now"
      onConfirm={() => close.mutate({ params: { id: poll.id } })}
    >
      {poll.voted} of {poll.members} members have voted. A closed vote can't be reopened.
    </ConfirmButton>
  );
}
