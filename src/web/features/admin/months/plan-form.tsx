import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useClub } from "#web/api/club.ts";
import { planMeeting, refetchMonths } from "#web/api/months.ts";
import { PastQuestion } from "#web/features/admin/past-question.tsx";
import { useAct } from "#web/features/admin/use-act.ts";
import { isMeetingOver } from "#web/lib/meeting-words.ts";
import { Button } from "#web/ui/button.tsx";

import { MeetingInputs, type MeetingValues, useMeetingForm } from "./meeting-fields.tsx";

export function PlanForm({ bookId, onPlanned }: { bookId: number | null; onPlanned: () => void }) {
  const queries = useQueryClient();
  const { timeZone } = useClub();
  const [past, setPast] = useState<MeetingValues | null>(null);
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
    onSubmit: (values) => (isMeetingOver(values, timeZone) ? setPast(values) : save(values)),
  });
  const save = (values: MeetingValues) => plan.mutate({ ...values, bookId });
  return (
    <form {...form.formProps} className="space-y-4">
      <MeetingInputs form={form} />
      <Button type="submit" disabled={plan.isPending}>
        {plan.isPending ? "Saving..." : "Plan meeting"}
      </Button>
      <PastQuestion
        isOpen={past !== null}
        onConfirm={() => {
          setPast(null);
          if (past) save(past);
        }}
        onClose={() => setPast(null)}
      />
    </form>
  );
}
