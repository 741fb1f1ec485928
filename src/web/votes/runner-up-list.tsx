import { useQuery } from "@tanstack/react-query";

import type { Adoption, Poll } from "#contract/polls.ts";
import { call } from "#web/api/call.ts";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { formatNearMonth } from "#web/lib/format/dates.ts";
import { monthNow } from "#web/lib/format/format-meeting.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { freeMonths, nextOption } from "./next-option.ts";

/** Shows admins the next best book for a month without one, once a book was adopted (BEYOND 10). */
export function RunnerUpList({ poll }: { poll: Poll }) {
  const { timeZone } = useClub();
  const { data: books } = useQuery(query("GET /api/books"));
  const adopt = useMutationWithToast({
    mutationFn: ({ id, ...adoption }: Adoption & { id: number }) =>
      call("POST /api/polls/:id/adopt", { params: { id }, body: adoption }),
    failed: "The book wasn't chosen. Please try again.",
    done: ({ title, month }) => `${title} is now the book for ${formatNearMonth(month)}.`,
  });
  const next = nextOption(poll);
  if (!books || !next) return null;
  const months = freeMonths(poll, books, monthNow(timeZone));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 wrap-anywhere">
        {next.place} place: <strong>{next.nomination.title}</strong>
      </p>
      {months.map((month) => (
        <Button
          key={month}
          variant="quiet"
          disabled={adopt.isPending}
          onClick={() => adopt.mutate({ id: poll.id, nominationId: next.nomination.id, month })}
        >
          {next.place} place for {formatNearMonth(month)}?
        </Button>
      ))}
    </div>
  );
}
