import { Vote } from "lucide-react";

import { useGet } from "#web/api/use-get.ts";
import { formatMoment, formatNearMonth } from "#web/lib/format/dates.ts";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { formatPollResult } from "./format-result.ts";

/** Shown on Home while a poll is open and for a week after; otherwise, or if it can't be loaded, empty. */
export function VoteCard() {
  const { data: poll } = useGet("GET /api/polls/current");
  if (!poll) return null;
  const isOpen = poll.state === "open";
  const hasVoted = poll.mine.length > 0;
  return (
    <Card
      title={
        isOpen
          ? `What should we read in ${formatNearMonth(poll.month)}?`
          : `The vote for ${formatNearMonth(poll.month)}`
      }
      icon={Vote}
      className="print:hidden"
    >
      <p>
        {isOpen
          ? `${hasVoted ? "You've voted. You can change your vote" : "Vote for up to three books"} until ${formatMoment(poll.closesAt)}.`
          : formatPollResult(poll)}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:mt-4">
        <ButtonLink to="/recommendations" variant={isOpen && !hasVoted ? "primary" : "quiet"}>
          {isOpen ? (hasVoted ? "See your vote" : "Vote") : "See the result"}
        </ButtonLink>
        {isOpen && (
          <ButtonLink to="/recommendations#nominate" variant="plain">
            Nominate a book
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
