import { Vote } from "lucide-react";

import type { Poll } from "#contract/polls.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment, formatNearMonth } from "#web/lib/format/dates.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";

import { BallotForm } from "./ballot-form.tsx";
import { formatPollResult } from "./format-result.ts";
import { PollResult } from "./poll-result.tsx";

/** A ballot while the poll is open, and the result for a week after; empty without a poll. */
export function PollCard() {
  return (
    <QueryContent query={useGet("GET /api/polls/current")} name="the vote" skeleton={null}>
      {(poll) => poll && <PollSection key={`${poll.id} ${poll.state}`} poll={poll} />}
    </QueryContent>
  );
}

function PollSection({ poll }: { poll: Poll }) {
  const isAdmin = useIsAdmin();
  const { month, state, closesAt, voted, members } = poll;
  return (
    <Card
      title={`The vote for ${formatNearMonth(month)}`}
      icon={Vote}
      actions={isAdmin && state === "open" && <CloseButton poll={poll} />}
    >
      {state === "open" ? (
        <>
          <p className="mb-4 text-ink-soft">
            You have {poll.votesPerMember} votes, one for each book you'd like to read. Nobody sees how you vote, and
            nobody sees the count until the vote closes on {formatMoment(closesAt)}.
          </p>
          <BallotForm poll={poll} />
        </>
      ) : (
        <>
          <p className="mb-4 font-title text-lg font-semibold">{formatPollResult(poll, isAdmin)}</p>
          <PollResult poll={poll} />
        </>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        {voted} of {members} members {state === "open" ? "have voted so far" : "voted"}.
      </p>
    </Card>
  );
}

function CloseButton({ poll }: { poll: Poll }) {
  const close = useCall("POST /api/polls/:id/close", {
    failed: "The vote wasn't closed. Please try again.",
    updatesQuery: query("GET /api/polls/current"),
  });
  return (
    <ConfirmButton
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
