import { useQueryClient } from "@tanstack/react-query";

import { planMeeting, refetchMonths } from "#web/api/months.ts";
import { useAct } from "#web/features/admin/use-act.ts";
import { Button } from "#web/ui/button.tsx";

import { MeetingFields, useMeetingForm } from "./meeting-fields.tsx";

export function PlanForm({ bookId }: { bookId: number | null }) {
  const queries = useQueryClient();
  const plan = useAct({
    act: planMeeting,
    done: "Meeting planned",
    failed: "Failed to plan the meeting.",
    onDone: () => {
      form.reset();
      refetchMonths(queries);
    },
    onFailed: (error) => form.refuse(error),
  });
  const form = useMeetingForm({
    name: "new meeting",
    initial: { date: "", time: "", location: "" },
    onSubmit: (values) => plan.mutate({ ...values, bookId }),
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <MeetingFields form={form} />
      <Button type="submit" disabled={plan.isPending}>
        {plan.isPending ? "Saving..." : "Plan meeting"}
      </Button>
    </form>
  );
}
