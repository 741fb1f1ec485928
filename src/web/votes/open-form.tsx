import { addDays, format } from "date-fns";
import { useState } from "react";

import { POLL_OPTIONS_MAX } from "#contract/limits.ts";
import type { Nomination } from "#contract/nominations.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth, findFreeMonths } from "#web/lib/format/club-time.ts";
import { formatNearMonth } from "#web/lib/format/dates.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

const MONTHS_SHOWN = 6;
const POLL_DAYS = 7;

export function OpenForm() {
  const { timeZone } = useClub();
  const { data: nominations } = useGet("GET /api/nominations");
  const { data: books, isPending: isLoading } = useGet("GET /api/books");
  const { data: poll } = useGet("GET /api/polls/current");
  const openNominations = nominations?.filter(({ state }) => state === "open") ?? [];
  if (isLoading || poll === undefined || poll?.state === "open" || openNominations.length < 2) return null;
  const freeMonths = findFreeMonths(addCalendarMonths(currentMonth(timeZone), 1), books ?? [], MONTHS_SHOWN);
  return (
    <Disclosure title="Open a vote">
      <OpenFields months={freeMonths} nominations={openNominations} />
    </Disclosure>
  );
}

type Props = {
  /** Months without a book. */
  months: readonly string[];
  nominations: readonly Nomination[];
};

function OpenFields({ months, nominations }: Props) {
  const [inAWeek] = useState(() => format(addDays(new Date(), POLL_DAYS), "yyyy-MM-dd'T'20:00"));
  // Nominations and months' books change while an admin chooses.
  const [pickedIds, setPickedIds] = useState<readonly number[]>();
  const openIds = nominations.map(({ id }) => id);
  const ids = (pickedIds ?? openIds.slice(0, POLL_OPTIONS_MAX)).filter((id) => openIds.includes(id));
  const mutation = useCall("POST /api/polls", {
    done: "The vote is open.",
    failed: "The vote wasn't opened. Please try again.",
    onFailed: (error) => form.showServerError(error),
  });
  const form = useForm({
    base: { month: months[0] ?? "", closesAt: inAWeek },
    onSubmit: ({ closesAt }) =>
      mutation.mutate({ body: { month, closesAt: new Date(closesAt).toISOString(), nominationIds: [...ids] } }),
  });
  const [firstMonth = ""] = months;
  const month = months.includes(form.values.month) ? form.values.month : firstMonth;
  return (
    <form {...form.formProps} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="For the month"
          {...form.field("month")}
          value={month}
          options={months.map((value) => [value, formatNearMonth(value)])}
        />
        <Field label="Closes (your local time)" type="datetime-local" required {...form.field("closesAt")} />
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">On the ballot (2 to {POLL_OPTIONS_MAX})</legend>
        {nominations.map(({ id, title, author }) => (
          <label key={id} className="flex min-h-touch cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-season-solid"
              checked={ids.includes(id)}
              onChange={() => setPickedIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])}
            />
            <span className="min-w-0 wrap-anywhere">
              {title} <span className="text-ink-soft">by {author}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" disabled={mutation.isPending || ids.length < 2 || ids.length > POLL_OPTIONS_MAX}>
        {mutation.isPending ? "Opening..." : "Open the vote"}
      </Button>
    </form>
  );
}
