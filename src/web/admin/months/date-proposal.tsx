import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";

import { DATES_MAX, DATES_MIN } from "#contract/limits.ts";
import type { DateQuestion } from "#contract/meeting-dates.ts";
import { fieldErrors } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { typedTimeHint } from "#web/lib/format/dates.ts";
import type { FieldErrors } from "#web/lib/format/validate.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

type Values = Record<string, string>;
type DateOption = DateQuestion["dates"][number];

type Props = {
  /** Describes the unsaved dates. */
  name: string;
  /** The dates of the poll, or the defaults. */
  dates: readonly DateOption[];
  /** The default time. */
  time: string;
  isAsked: boolean;
  mutationFn: (question: DateQuestion) => Promise<unknown>;
  onDone?: () => void;
  /** Further actions. */
  children?: (isBusy: boolean) => ReactNode;
};

/** Two to five dates for members to choose from (BEYOND 10). */
export function DateProposal({ name, dates, time, isAsked, mutationFn, onDone, children }: Props) {
  const { timeZone } = useClub();
  const [rowCount, setRows] = useState(Math.max(DATES_MIN, dates.length));
  const [shouldNotify, setShouldNotify] = useState(false);
  const askMembers = useMutationWithToast({
    mutationFn: mutationFn,
    ...(onDone && { onDone }),
    done: "Members are asked on the home page",
    failed: "Failed to ask the members.",
    explain: withReason,
    onFailed: (error) => form.showErrors(toFields(fieldErrors(error))),
  });
  const form = useForm<Values>({
    base: toValues(dates, time),
    unsaved: [name, "the dates"],
    onSubmit: (values) => askMembers.mutate({ dates: toDates(values), tell: shouldNotify }),
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <p className="text-sm text-ink-soft">
        Propose {DATES_MIN} to {DATES_MAX} dates. Members say on the home page when they can come, and you choose.
      </p>
      {Array.from({ length: rowCount }, (_, row) => (
        <div
          key={row}
          className="grid grid-cols-[minmax(0,8fr)_minmax(0,7fr)] gap-x-3 max-sm:[&_input]:px-2.5 sm:max-w-md"
        >
          <Field label={`Date ${row + 1}`} type="date" required={row < DATES_MIN} {...form.field(`date${row}`)} />
          <Field
            label={`Time ${row + 1}`}
            type="time"
            required={Boolean(form.values[`date${row}`])}
            hint={typedTimeHint(form.values[`date${row}`] ?? "", form.values[`time${row}`] ?? "", timeZone)}
            {...form.field(`time${row}`)}
          />
        </div>
      ))}
      {rowCount < DATES_MAX && (
        <Button variant="plain" icon={Plus} onClick={() => setRows(rowCount + 1)}>
          Another date
        </Button>
      )}
      <NotifyMembersCheckbox
        isTicked={shouldNotify}
        onTick={setShouldNotify}
        text="Ask by email, too"
        detail="those who haven't answered"
      />
      <ButtonRow>
        <Button type="submit" disabled={askMembers.isPending}>
          {askMembers.isPending ? "Saving..." : isAsked ? "Save the dates" : "Ask the members"}
        </Button>
        {children?.(askMembers.isPending)}
      </ButtonRow>
    </form>
  );
}

/** A new row starts with the meeting's time, because most differ only by day. */
function toValues(dates: readonly DateOption[], time: string): Values {
  return Object.fromEntries(
    Array.from({ length: DATES_MAX }, (_, row) => [
      [`date${row}`, dates[row]?.date ?? ""],
      [`time${row}`, dates[row]?.time ?? (dates[0]?.time || time)],
    ]).flat(),
  );
}

/** Ignores rows without a day. */
function toDates(values: Values): DateOption[] {
  const rows = Array.from({ length: DATES_MAX }, (_, row) => ({
    date: values[`date${row}`] ?? "",
    time: values[`time${row}`] ?? "",
  }));
  return rows.filter(({ date }) => date !== "");
}

/** The server's 'dates/1/date' is `date1` here. */
function toFields(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [, row = "0", name = "date"] = path.split("/");
      return [`${name}${row}`, message];
    }),
  );
}
