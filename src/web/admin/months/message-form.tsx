import { MESSAGE_MAX_LENGTH } from "#contract/limits.ts";
import type { MonthPlan } from "#contract/months.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

/** Shown in that month and in its email. */
export function MessageForm({ plan: { month, message, messageFrom } }: { plan: MonthPlan }) {
  const ownMessage = messageFrom === month ? message : "";
  const save = useCall("PATCH /api/months/:month", {
    done: "Message saved",
    failed: "Failed to save the message.",
    explain: withReason,
    updatesQuery: query("GET /api/months/:month", { params: { month } }),
    onDone: (_, { body }) => form.clearSavedEdits(body),
  });
  const form = useForm({
    base: { message: ownMessage },
    unsaved: ["message", "the message"],
    onSubmit: (body) => save.mutate({ params: { month }, body }),
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <TextArea
        label={`Message for ${formatMonth(month)}`}
        hint={messageHint(month, messageFrom)}
        limit={MESSAGE_MAX_LENGTH}
        {...form.field("message")}
      />
      <Button type="submit" disabled={save.isPending}>
        {save.isPending ? "Saving..." : "Save message"}
      </Button>
    </form>
  );
}

function messageHint(month: string, from: string | null): string {
  const whereShown = "Appears on the home page and in the monthly email from the 1st.";
  if (from === null || from === month) return whereShown;
  return `${whereShown} Until then, the home page keeps the message from ${formatMonth(from)}.`;
}
