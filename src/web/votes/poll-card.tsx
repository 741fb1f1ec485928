import { Vote } from "lucide-react";

import type { Poll } from "#contract/polls.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment, formatNearMonth } from "#web/lib/format/dates.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { BallotForm } from "./ballot-form.tsx";
import { CloseButton } from "./close-button.tsx";
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
