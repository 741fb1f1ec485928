import { type Content, type ContentChange, ContentPatch } from "#contract/months.ts";
import { ConflictNotice, SaveBar } from "#web/admin/save-bar.tsx";
import { useConfirmPastDate } from "#web/admin/use-confirm-past-date.tsx";
import { useClub } from "#web/api/club.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { formatMonth, typedTimeHint } from "#web/lib/format/dates.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Link } from "#web/ui/layout/link.tsx";

const LABELS = {
  welcomeMessage: "Welcome Message",
  presidentMessage: "President's Message",
  meetingDate: "Meeting Date",
  meetingTime: "Meeting Time",
  meetingLocation: "Meeting Location",
};

export function ContentForm({ content }: { content: Content }) {
  const { timeZone } = useClub();
  const month = content.meetingDate.slice(0, 7) || currentMonth(timeZone);
  const save = useCall("PATCH /api/content", {
    done: "Content updated successfully",
    failed: "Failed to update content.",
    explain: withReason,
    updatesQuery: query("GET /api/content"),
    onDone: (_, { body }) => draft.clearSavedEdits(body),
    // With SPEC 8's toast.
    onFailed: (error) => void draft.applyServerError(error),
  });
  const draft = useForm({
    base: content,
    schema: ContentPatch,
    unsaved: ["content", "the site content"],
    onSubmit: (_, { changes, was }) =>
      submit({ ...changes, was }, dateTimeOf({ ...content, ...changes }), dateTimeOf(content)),
  });
  const { submit, question } = useConfirmPastDate((change: ContentChange) => save.mutate({ body: change }));

  return (
    <form {...draft.formProps} className="space-y-6">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <TextArea
          label={LABELS.welcomeMessage}
          hint="Shown on the home page. Leave a blank line to start a new paragraph."
          {...draft.field("welcomeMessage")}
        />
        <TextArea
          label={LABELS.presidentMessage}
          hint="The message from the team, on Home and in the monthly email."
          {...draft.field("presidentMessage")}
        />
      </div>
      <fieldset>
        <legend className="mb-1 font-title text-lg font-semibold">Meeting</legend>
        <p className="mb-3 text-sm text-ink-soft">
          The meeting is edited in{" "}
          <Link to={`/admin/months/${month}#meeting`} className="underline underline-offset-4">
            {formatMonth(month)}
          </Link>
          , with its host, answers, needs and emails. These three fields change the same meeting.
        </p>
        <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={LABELS.meetingDate} type="date" {...draft.field("meetingDate")} />
          <Field
            label={LABELS.meetingTime}
            type="time"
            hint={typedTimeHint(draft.values.meetingDate, draft.values.meetingTime, timeZone)}
            {...draft.field("meetingTime")}
          />
          <Field
            label={LABELS.meetingLocation}
            className="sm:col-span-2"
            autoComplete="off"
            {...draft.field("meetingLocation")}
          />
        </div>
      </fieldset>
      <ConflictNotice form={draft} labels={LABELS} />
      <SaveBar isDirty={draft.isDirty} onRevert={() => draft.revert()}>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save Content"}
        </Button>
      </SaveBar>
      {question}
    </form>
  );
}

const dateTimeOf = ({ meetingDate: date, meetingTime: time }: Content) => ({ date, time });
