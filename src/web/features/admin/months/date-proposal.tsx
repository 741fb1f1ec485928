import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { DATES_MAX, DATES_MIN } from "#contract/limits/meetings.ts";
import type { Meeting } from "#contract/meetings.ts";
import { fieldErrors } from "#web/api/client.ts";
import { askForDate, endDateQuestion } from "#web/api/meeting-dates.ts";
import { refetchMonths } from "#web/api/months.ts";
import { useAct } from "#web/features/admin/use-act.ts";
import { useForm } from "#web/lib/use-form.ts";
import type { Errors } from "#web/lib/validate.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { ButtonRow } from "#web/ui/button-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { TellBox } from "#web/ui/tell-box.tsx";

type Values = Record<string, string>;

/** Two to five dates to ask members about; also changes them, or stops asking (BEYOND 10). */
export function DateProposal({ meeting }: { meeting: Meeting }) {
  const { id, dates } = meeting;
  const queries = useQueryClient();
  const [rows, setRows] = useState(Math.max(DATES_MIN, dates.length));
  const [tell, setTell] = useState(false);
  const initial = toValues(meeting);
  const onDone = () => refetchMonths(queries);
  const ask = useAct({
    act: askForDate,
    done: "Members are asked on the home page",
    failed: "Failed to ask the members.",
    onDone,
    onFailed: (error) => form.setRefused(toFields(fieldErrors(error))),
  });
  const end = useAct({
    act: endDateQuestion,
    done: "Members aren't asked anymore",
    failed: "Failed to stop asking.",
    serverFirst: true,
    onDone,
    onFailed: onDone,
  });
  const form = useForm<Values>({
    schema: async () => (await import("#contract/strict-object.ts")).StrictObject({}),
    initial,
    check: (values) => missing(values, rows),
    onSubmit: (values) => ask.mutate({ id, dates: toDates(values, rows), tell }),
  });
  const isDirty = Object.keys(initial).some((name) => form.values[name] !== initial[name]);
  useUnsaved(`dates ${id}`, "the dates", isDirty);
  const isBusy = ask.isPending || end.isPending;
  return (
    <form {...form.formProps} className="space-y-4">
      <p className="text-sm text-ink-soft">
        Propose {DATES_MIN} to {DATES_MAX} dates. Members say on the home page when they can come, and you choose.
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-4 sm:max-w-md">
          <Field label={`Date ${row + 1}`} type="date" {...form.field(`date${row}`)} />
          <Field label={`Time ${row + 1}`} type="time" {...form.field(`time${row}`)} />
        </div>
      ))}
      {rows < DATES_MAX && (
        <Button variant="plain" icon={Plus} onClick={() => setRows(rows + 1)}>
          Another date
        </Button>
      )}
      <TellBox isTicked={tell} onTick={setTell} text="Ask by email, too" detail="those who haven't answered" />
      <ButtonRow>
        <Button type="submit" disabled={isBusy}>
          {ask.isPending ? "Saving..." : dates.length > 0 ? "Save the dates" : "Ask the members"}
        </Button>
        {dates.length > 0 && (
          <Button variant="caution" disabled={isBusy} onClick={() => end.mutate(id)}>
            Stop asking
          </Button>
        )}
      </ButtonRow>
    </form>
  );
}

/** A new row starts with the meeting's time: evenings mostly differ by day. */
function toValues({ dates, time }: Meeting): Values {
  return Object.fromEntries(
    Array.from({ length: DATES_MAX }, (_, row) => [
      [`date${row}`, dates[row]?.date ?? ""],
      [`time${row}`, dates[row]?.time ?? dates[0]?.time ?? time],
    ]).flat(),
  );
}

/** Rows without a day don't count. */
function toDates(values: Values, rows: number): { date: string; time: string }[] {
  return filledRows(values, rows).map((row) => ({
    date: values[`date${row}`] ?? "",
    time: values[`time${row}`] ?? "",
  }));
}

const filledRows = (values: Values, rows: number): number[] =>
  Array.from({ length: rows }, (_, row) => row).filter((row) => values[`date${row}`] !== "");

function missing(values: Values, rows: number): Errors {
  const filled = filledRows(values, rows);
  const errors: Errors = {};
  for (const row of filled) if (!values[`time${row}`]) errors[`time${row}`] = "Each date needs a time";
  if (filled.length < DATES_MIN)
    for (let row = 0; row < DATES_MIN; row += 1)
      if (!filled.includes(row)) errors[`date${row}`] = `Propose at least ${DATES_MIN} dates`;
  return errors;
}

/** The server's 'dates/1/date' is `date1` here. */
function toFields(errors: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const [, row = "0", name = "date"] = path.split("/");
      return [`${name}${row}`, message];
    }),
  );
}
