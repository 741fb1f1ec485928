import { useClub } from "#web/api/club.ts";
import { typedTimeHint } from "#web/lib/format/dates.ts";
import { Field } from "#web/ui/forms/field.tsx";
import type { useForm } from "#web/ui/forms/use-form.ts";

export type MeetingValues = { date: string; time: string; location: string };

type Props = {
  form: Pick<ReturnType<typeof useForm<MeetingValues>>, "field" | "values">;
  dateHint?: string;
  hasNoDate?: boolean;
};

export function MeetingInputs({ form: { field, values }, dateHint, hasNoDate = false }: Props) {
  const { timeZone } = useClub();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-4">
      {!hasNoDate && (
        <>
          <Field label="Date" type="date" className="min-w-0 flex-1 basis-40" hint={dateHint} {...field("date")} />
          <Field
            label="Time"
            type="time"
            hint={typedTimeHint(values.date, values.time, timeZone)}
            className="min-w-0 flex-1 basis-40"
            {...field("time")}
          />
        </>
      )}
      <Field label="Location" className="min-w-0 flex-2 basis-80" autoComplete="off" {...field("location")} />
    </div>
  );
}
