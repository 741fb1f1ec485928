import type { BookTitle } from "#contract/books.ts";
import type { Adoption, Poll } from "#contract/polls.ts";
import { useClub } from "#web/api/club.ts";
import { formatNearMonth } from "#web/lib/format/dates.ts";
import { currentMonth } from "#web/lib/format/format-meeting.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { freeMonths, nextOption } from "./next-option.ts";

type Props = { poll: Poll; books: readonly BookTitle[]; isBusy: boolean; onAdopt: (adoption: Adoption) => void };

/** Shows admins the next best book for a month without one, once a book was adopted (BEYOND 10). */
export function RunnerUpList({ poll, books, isBusy, onAdopt }: Props) {
  const { timeZone } = useClub();
  const next = nextOption(poll);
  if (!next) return null;
  const months = freeMonths(poll, books, currentMonth(timeZone));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 wrap-anywhere">
        {next.place} place: <strong>{next.nomination.title}</strong>
      </p>
      {months.map((month) => (
        <Button
          key={month}
          variant="quiet"
          disabled={isBusy}
          onClick={() => onAdopt({ nominationId: next.nomination.id, month })}
        >
          {next.place} place for {formatNearMonth(month)}?
        </Button>
      ))}
    </div>
  );
}
