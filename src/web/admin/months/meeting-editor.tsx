import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { HOST_NOTICE_HOURS } from "#contract/limits.ts";
import { type Meeting, MeetingFields, type MeetingPatch } from "#contract/meetings.ts";
import { ConflictNotice } from "#web/admin/save-bar.tsx";
import { useConfirmPastDate } from "#web/admin/use-confirm-past-date.tsx";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

import { MeetingInputs, type MeetingValues } from "./meeting-fields.tsx";

type Props = {
  meeting: Meeting;
  /** True while members choose the date. */
  hasNoDate?: boolean;
};

/** Date, time and location with one Save button. */
export function MeetingEditor({ meeting, hasNoDate = false }: Props) {
  const { id, date, time, location, correctableUntil } = meeting;
  const isPast = correctableUntil !== null;
  // Hosts may change only these.
  const isAdmin = useIsAdmin();
  const [shouldNotify, setShouldNotify] = useState(false);
  const queries = useQueryClient();
  const form = useForm<MeetingValues>({
    schema: MeetingFields,
    base: { date, time, location },
    unsaved: [`meeting ${id}`, "the meeting"],
    onSubmit: (values, { changes, was }) =>
      isPast || !isAdmin ? save({ ...changes, was }) : submit({ ...changes, was }, values),
  });
  const save = (changes: MeetingPatch) => change.mutate({ params: { id }, body: { ...changes, tell: shouldNotify } });
  const { submit, question } = useConfirmPastDate(save);
  const change = useCall("PATCH /api/meetings/:id", {
    done: "Meeting saved",
    failed: "Failed to save the meeting.",
    explain: withReason,
    onDone: (saved, { body }) => {
      queries.setQueryData(query("GET /api/meetings/:id", { params: { id } }).queryKey, saved);
      queries.setQueryData(query("GET /api/meetings/current").queryKey, (current) =>
        current?.id === id ? saved : current,
      );
      form.clearSavedEdits(body as Partial<MeetingValues>);
      setShouldNotify(false);
    },
    onFailed: form.applyServerError,
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <MeetingInputs form={form} hasNoDate={hasNoDate} {...(!isAdmin && { dateHint: HOST_DATE_HINT })} />
      <ConflictNotice form={form} labels={LABELS} />
      <NotifyMembersCheckbox isTicked={shouldNotify} onTick={setShouldNotify} />
      <Button type="submit" className="max-sm:w-full" disabled={change.isPending}>
        {change.isPending ? "Saving..." : "Save meeting"}
      </Button>
      {question}
    </form>
  );
}

const LABELS = { date: "Date", time: "Time", location: "Location" };
const HOST_DATE_HINT = `A new date must be at least ${HOST_NOTICE_HOURS} hours ahead. On the day, you can change the time.`;
