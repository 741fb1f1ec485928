import { useQueryClient } from "@tanstack/react-query";

import { planMeeting, refetchMonths } from "#web/api/months.ts";
import { useAct } from "#web/features/admin/use-act.ts";
import { usePastQuestion } from "#web/features/admin/use-past-question.tsx";
import { Button } from "#web/ui/button.tsx";

import { MeetingInputs, type MeetingValues, useMeetingForm } from "./meeting-fields.tsx";

export function PlanForm({ bookId, onPlanned }: { bookId: number | null; onPlanned: () => void }) {
  const queries = useQueryClient();
  const plan = useAct({
    act: planMeeting,
    done: "Meeting planned",
    failed: "Failed to plan the meeting.",
    onDone: () => {
      form.reset();
      refetchMonths(queries);
      onPlanned();
    },
    onFailed: (error) => form.refuse(error),
  });
  const form = useMeetingForm({
    name: "new meeting",
    initial: { date: "", time: "", location: "" },
    onSubmit: (values) => submit(values, values),
  });
  const { submit, question } = usePastQuestion((values: MeetingValues) => plan.mutate({ ...values, bookId }));
  return (
    <form {...form.formProps} className="space-y-4">
      <MeetingInputs form={form} />
      <Button type="submit" disabled={plan.isPending}>
        {plan.isPending ? "Saving..." : "Plan meeting"}
      </Button>
      {question}
    </form>
  );
}
