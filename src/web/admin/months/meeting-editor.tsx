import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { HOST_NOTICE_HOURS } from "#contract/limits.ts";
import type { Meeting, MeetingPatch } from "#contract/meetings.ts";
import { useConfirmPastDate } from "#web/admin/use-confirm-past-date.tsx";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useIsAdmin } from "#web/state/use-is-admin.ts";
import { serverMessageOr, useMutationWithToast, withReason } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { ButtonRow } from "#web/ui/layout/button-row.tsx";
import { ConfirmDialogFor } from "#web/ui/layout/confirm-dialog.tsx";

import { MeetingInputs, type MeetingValues, useMeetingForm } from "./meeting-fields.tsx";

export function MeetingEditor({ meeting }: { meeting: Meeting }) {
  const { id, date, time, location, state, correctableUntil } = meeting;
  const isPast = correctableUntil !== null;
  // hosts change it, and no more
  const isAdmin = useIsAdmin();
  const [tell, setTell] = useState(false);
  const [asks, setAsks] = useState<keyof typeof QUESTIONS>();
  const queries = useQueryClient();
  const form = useMeetingForm({
    name: `meeting ${id}`,
    initial: { date, time, location },
    onSubmit: (values, { changes }) => (isPast || !isAdmin ? save(changes) : submit(changes, values)),
  });
  const save = (changes: Partial<MeetingValues>) => change.mutate({ id, ...changes, tell });
  const onDone = () => setTell(false);
  const { submit, question } = useConfirmPastDate(save);
  const change = useMutationWithToast({
    act: ({ id, ...patch }: MeetingPatch & { id: number }) =>
      call("PATCH /api/meetings/:id", { params: { id }, body: patch }),
    done: "Meeting saved",
    failed: "Failed to save the meeting.",
    explain: withReason,
    onDone: (saved, sent) => {
      queries.setQueryData(query("GET /api/meetings/:id", { params: { id } }).queryKey, saved);
      queries.setQueryData(query("GET /api/meetings/current").queryKey, (current) =>
        current?.id === id ? saved : current,
      );
      form.clearSavedEdits(sent as Partial<MeetingValues>);
      onDone();
    },
    onFailed: form.applyServerError,
  });
  const cancel = useMutationWithToast({
    act: ({ id, tell }: { id: number; tell: boolean }) =>
      call("POST /api/meetings/:id/cancel", { params: { id }, body: { tell } }),
    done: "Meeting canceled",
    failed: "Failed to cancel the meeting.",
    explain: serverMessageOr,
    onDone,
  });
  const restore = useMutationWithToast({
    act: ({ id, tell }: { id: number; tell: boolean }) =>
      call("POST /api/meetings/:id/restore", { params: { id }, body: { tell } }),
    done: "The meeting is on again",
    failed: "Failed to restore the meeting.",
    explain: serverMessageOr,
    onDone,
  });
  const remove = useMutationWithToast({
    act: (id: number) => call("DELETE /api/meetings/:id", { params: { id } }),
    done: "Meeting deleted",
    failed: "Failed to delete the meeting.",
    explain: serverMessageOr,
  });
  const isBusy = [change, cancel, restore, remove].some(({ isPending }) => isPending);
  return (
    <form {...form.formProps} className="space-y-4">
      <MeetingInputs form={form} {...(!isAdmin && { dateHint: HOSTS_DATES })} />
      <NotifyMembersCheckbox isTicked={tell} onTick={setTell} />
      <ButtonRow>
        <Button type="submit" disabled={isBusy}>
          {change.isPending ? "Saving..." : "Save meeting"}
        </Button>
        {isPast || !isAdmin ? null : state === "cancelled" ? (
          <Button variant="quiet" disabled={isBusy} onClick={() => restore.mutate({ id, tell })}>
            Restore meeting
          </Button>
        ) : (
          <Button variant="caution" disabled={isBusy} onClick={() => setAsks("cancel")}>
            Cancel meeting
          </Button>
        )}
        {isAdmin && (
          <Button variant="caution" disabled={isBusy} onClick={() => setAsks("remove")}>
            Delete meeting
          </Button>
        )}
      </ButtonRow>
      <ConfirmDialogFor
        about={asks}
        {...QUESTIONS[asks ?? "cancel"]}
        cancel="Keep it"
        onConfirm={(act) => (act === "cancel" ? cancel.mutate({ id, tell }) : remove.mutate(id))}
        onClose={() => setAsks(undefined)}
      >
        {asks === "remove" ? (
          GONE
        ) : (
          <>
            You can restore the meeting later.
            <NotifyMembersCheckbox isTicked={tell} onTick={setTell} />
          </>
        )}
      </ConfirmDialogFor>
      {question}
    </form>
  );
}

const QUESTIONS = {
  cancel: { title: "Cancel this meeting?", confirm: "Cancel it" },
  remove: { title: "Delete this meeting?", confirm: "Delete it" },
};
const HOSTS_DATES = `A new date must be at least ${HOST_NOTICE_HOURS} hours ahead. On the day, you can change the time.`;
const GONE = "It can't be restored, and nobody gets an email.";
