import { MeetingFields } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { typedTimeHint } from "#web/lib/format/dates.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

export type MeetingValues = { date: string; time: string; location: string };

type Options = {
  name: string;
  initial: MeetingValues;
  /** @param sent `changes`: the edited fields */
  onSubmit: (values: MeetingValues, sent: { changes: Partial<MeetingValues> }) => void;
};

export function useMeetingForm({ name, initial, onSubmit }: Options) {
  return useForm<MeetingValues>({
    schema: MeetingFields,
    base: initial,
    unsaved: [name, "the meeting"],
    onSubmit,
  });
}

type InputProps = { form: ReturnType<typeof useMeetingForm>; dateHint?: string; hasNoDate?: boolean };

export function MeetingInputs({ form: { field, values }, dateHint, hasNoDate = false }: InputProps) {
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
