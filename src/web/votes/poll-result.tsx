import type { BookTitle } from "#contract/books.ts";
import { pluralize } from "#contract/counts.ts";
import type { Nomination } from "#contract/nominations.ts";
import type { Adoption, Poll } from "#contract/polls.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth, findFreeMonths } from "#web/lib/format/club-time.ts";
import { formatNearMonth } from "#web/lib/format/dates.ts";
import { formatVoteShare } from "#web/lib/format/share-text.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { ShareButton } from "#web/ui/text/share-button.tsx";

import { chosenOption, formatPollResult } from "./format-result.ts";

/** Admins can adopt one of the books for the month. */
export function PollResult({ poll }: { poll: Poll }) {
  const isAdmin = useIsAdmin();
  const club = useClub();
  const { data: books } = useGet("GET /api/books", { enabled: isAdmin });
  const adopt = useCall("POST /api/polls/:id/adopt", {
    failed: "The book wasn't chosen. Please try again.",
    done: ({ title, month }) =>
      `${title} is now the book for ${formatNearMonth(month)}. You can upload its files in the dashboard.`,
  });
  const params = { id: poll.id };
  // The poll's month may have a book by now, or be over.
  const months = books && freeMonths(poll, books, currentMonth(club.timeZone));
  const [month = poll.month] = months ?? [];
  const isDecided = chosenOption(poll) !== undefined;
  const adoptedMonthOf = (id: number) =>
    poll.adopted.find(({ nominationId }) => nominationId === id)?.month ?? poll.month;
  const maxVotes = Math.max(1, ...poll.options.map(({ votes }) => votes ?? 0));
  return (
    <>
      <ol className="space-y-3">
        {poll.options
          .toSorted((a, b) => (b.votes ?? 0) - (a.votes ?? 0))
          .map(({ nomination, votes }) => (
            <li key={nomination.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold wrap-anywhere">{nomination.title}</span>
                  {nomination.state === "chosen" && <Badge>{formatNearMonth(adoptedMonthOf(nomination.id))}</Badge>}
                  <span className="ml-auto text-sm text-ink-soft">{pluralize(votes ?? 0, "vote")}</span>
                </p>
                <div aria-hidden="true" className="mt-1 h-2 rounded-full bg-sunk">
                  <div
                    className="h-2 rounded-full bg-season-solid"
                    style={{ width: `${((votes ?? 0) / maxVotes) * 100}%` }}
                  />
                </div>
              </div>
              {isAdmin && !isDecided && nomination.state !== "chosen" && (
                <ConfirmButton
                  variant={nomination.id === poll.winnerId ? "primary" : "quiet"}
                  aria-label={`Choose ${nomination.title}`}
                  disabled={adopt.isPending}
                  label="Choose"
                  title={`Read it in ${formatNearMonth(month)}?`}
                  confirm="Choose it"
                  isConstructive
                  onConfirm={() =>
                    adopt.mutate({
                      params,
                      body: { nominationId: nomination.id, ...(month !== poll.month && { month }) },
                    })
                  }
                >
                  {nomination.title} by {nomination.author}. Another book from this vote can follow in a month without
                  one.
                </ConfirmButton>
              )}
            </li>
          ))}
      </ol>
      {isAdmin && isDecided && months && (
        <RunnerUpList
          poll={poll}
          months={months}
          isBusy={adopt.isPending}
          onAdopt={(body) => adopt.mutate({ params, body })}
        />
      )}
      <ShareButton name="the result" text={formatVoteShare(club, poll.month, formatPollResult(poll))} />
    </>
  );
}

type Props = { poll: Poll; months: readonly string[]; isBusy: boolean; onAdopt: (adoption: Adoption) => void };

/** Shows admins the next best book for a month without one, once a book was adopted (BEYOND 10). */
function RunnerUpList({ poll, months, isBusy, onAdopt }: Props) {
  const next = nextOption(poll);
  if (!next) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 wrap-anywhere">
        {next.ordinal} place: <strong>{next.nomination.title}</strong>
      </p>
      {months.map((month) => (
        <Button key={month} disabled={isBusy} onClick={() => onAdopt({ nominationId: next.nomination.id, month })}>
          {next.ordinal} place for {formatNearMonth(month)}?
        </Button>
      ))}
    </div>
  );
}

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];
const MONTHS_SHOWN = 2;

/** The best book of a poll that isn't adopted for a month, and its rank. */
function nextOption({ options, adopted }: Poll): { nomination: Nomination; ordinal: string } | null {
  const rankedOptions = options.toSorted((one, other) => (other.votes ?? 0) - (one.votes ?? 0));
  const isTaken = ({ id, state }: Nomination) =>
    state === "chosen" || adopted.some(({ nominationId }) => nominationId === id);
  const at = rankedOptions.findIndex(({ nomination, votes }) => !isTaken(nomination) && (votes ?? 0) > 0);
  const option = rankedOptions[at];
  return option ? { nomination: option.nomination, ordinal: ORDINALS[at] ?? "Next" } : null;
}

/** The first months without a book, starting with the poll's, but not in the past. @param now yyyy-MM */
function freeMonths({ month, adopted }: Poll, books: readonly BookTitle[], now: string): string[] {
  return findFreeMonths(month > now ? month : now, [...books, ...adopted], MONTHS_SHOWN);
}
