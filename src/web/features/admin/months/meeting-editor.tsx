import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Meeting } from "#contract/meetings.ts";
import { cancelMeeting, changeMeeting, refetchMonths, removeMeeting, restoreMeeting } from "#web/api/months.ts";
import { useAct } from "#web/features/admin/use-act.ts";
import { ButtonRow } from "#web/ui/button-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

import { MeetingFields, useMeetingForm } from "./meeting-fields.tsx";

export function MeetingEditor({ meeting }: { meeting: Meeting }) {
  const { id, date, time, location, state } = meeting;
  const queries = useQueryClient();
  const [tell, setTell] = useState(false);
  const [asks, setAsks] = useState<keyof typeof QUESTIONS | null>(null);
  const onDone = () => refetchMonths(queries);
  const form = useMeetingForm({
    name: `meeting ${id}`,
    initial: { date, time, location },
    onSubmit: (values) => change.mutate({ id, ...values, tell }),
  });
  const change = useAct({
    act: changeMeeting,
    done: "Meeting saved",
    failed: "Failed to save the meeting.",
    onDone,
    onFailed: form.refuse,
  });
  const cancel = useAct({
    act: cancelMeeting,
    done: "Meeting canceled",
    failed: "Failed to cancel the meeting.",
    serverFirst: true,
    onDone,
  });
  const restore = useAct({
    act: restoreMeeting,
    done: "The meeting is on again",
    failed: "Failed to restore the meeting.",
    serverFirst: true,
    onDone,
  });
  const remove = useAct({
    act: removeMeeting,
    done: "Meeting deleted",
    failed: "Failed to delete the meeting.",
    serverFirst: true,
    onDone,
  });
  const isBusy = [change, cancel, restore, remove].some(({ isPending }) => isPending);
  return (
    <form {...form.formProps} className="space-y-4">
      <MeetingFields form={form} />
      <label className="flex min-h-touch items-center gap-3">
        <input
          type="checkbox"
          className="size-6 shrink-0"
          checked={tell}
          onChange={({ target }) => setTell(target.checked)}
        />
        <span>
          Tell the members <span className="text-sm text-ink-soft">by email, with an updated calendar file</span>
        </span>
      </label>
      <ButtonRow>
        <Button type="submit" disabled={isBusy}>
          {change.isPending ? "Saving..." : "Save meeting"}
        </Button>
        {state === "cancelled" ? (
          <Button variant="quiet" disabled={isBusy} onClick={() => restore.mutate({ id, tell })}>
            Restore meeting
          </Button>
        ) : (
          <Button variant="caution" disabled={isBusy} onClick={() => setAsks("cancel")}>
            Cancel meeting
          </Button>
        )}
        <Button variant="caution" disabled={isBusy} onClick={() => setAsks("remove")}>
          Delete meeting
        </Button>
      </ButtonRow>
      <ConfirmDialog
        isOpen={asks !== null}
        {...QUESTIONS[asks ?? "cancel"]}
        cancel="Keep it"
        onConfirm={() => {
          setAsks(null);
          if (asks === "cancel") cancel.mutate({ id, tell });
          else remove.mutate(id);
        }}
        onClose={() => setAsks(null)}
      >
        {asks === "remove" ? GONE : tell ? TOLD : UNTOLD}
      </ConfirmDialog>
    </form>
  );
}

const QUESTIONS = {
  cancel: { title: "Cancel this meeting?", confirm: "Cancel it" },
  remove: { title: "Delete this meeting?", confirm: "Delete it" },
};
const TOLD = "The members get an email. You can restore the meeting later.";
const UNTOLD = 'Nobody gets an email: tick "Tell the members" first if they should. You can restore the meeting later.';
const GONE = "It can't be restored, and nobody gets an email.";
