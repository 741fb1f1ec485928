import { MeetingFields } from "#contract/meetings.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/use-form.ts";

export type MeetingValues = { date: string; time: string; location: string };

type Options = {
  name: string;
  initial: MeetingValues;
  onSubmit: (values: MeetingValues) => void;
};

export function useMeetingForm({ name, initial, onSubmit }: Options) {
  return useForm<MeetingValues>({
    schema: MeetingFields,
    base: initial,
    unsaved: [name, "the meeting"],
    onSubmit,
  });
}

export function MeetingInputs({ form: { field } }: { form: ReturnType<typeof useMeetingForm> }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Date" type="date" {...field("date")} />
      <Field label="Time" type="time" {...field("time")} />
      <Field label="Location" className="sm:col-span-2" autoComplete="off" {...field("location")} />
    </div>
  );
}
