import { MeetingFields } from "#contract/meetings.ts";
import { useConfirmPastDate } from "#web/admin/use-confirm-past-date.tsx";
import { withReason } from "#web/api/failure-reason.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

import { AskForNewDate } from "./ask-for-date.tsx";
import { MeetingInputs, type MeetingValues } from "./meeting-fields.tsx";

type Props = { bookId: number | null; suggestion: MeetingValues | null; onPlanned: () => void };

/** Prefilled with the usual day, time and location, if there are any (BEYOND 10). */
export function PlanForm({ bookId, suggestion, onPlanned }: Props) {
  const initialValues = suggestion ?? EMPTY_MEETING;
  const onDone = () => {
    form.revert();
    onPlanned();
  };
  const plan = useCall("POST /api/meetings", {
    done: "Meeting planned",
    failed: "Failed to plan the meeting.",
    explain: withReason,
    onDone,
    onFailed: (error) => form.showServerError(error),
  });
  const form = useForm<MeetingValues>({
    schema: MeetingFields,
    base: initialValues,
    unsaved: ["new meeting", "the meeting"],
    onSubmit: (values) => submit(values, values),
  });
  const { submit, question } = useConfirmPastDate((values: MeetingValues) =>
    plan.mutate({ body: { ...values, bookId } }),
  );
  return (
    <>
      <form {...form.formProps} className="mb-5 space-y-4">
        {suggestion && !form.isDirty && (
          <p className="flex flex-wrap items-center gap-x-3">
            Filled in like your last meeting.
            <Button variant="plain" onClick={() => form.set(EMPTY_MEETING)}>
              Clear form
            </Button>
          </p>
        )}
        <MeetingInputs form={form} />
        <Button type="submit" disabled={plan.isPending}>
          {plan.isPending ? "Saving..." : "Plan meeting"}
        </Button>
        {question}
      </form>
      <AskForNewDate defaults={initialValues} location={form.values.location} bookId={bookId} onPlanned={onDone} />
    </>
  );
}

const EMPTY_MEETING: MeetingValues = { date: "", time: "", location: "" };
