import { type FormEvent, useState } from "react";

import { MESSAGE_MAX_LENGTH } from "#contract/limits/content.ts";
import type { MonthPlan } from "#contract/months.ts";
import { monthQuery, saveMessage } from "#web/api/months.ts";
import { formatMonth } from "#web/lib/dates.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { failedFirst, useAct } from "#web/ui/use-act.ts";

/** Shown in that month, and in its mail. */
export function MessageForm({ plan: { month, message, messageFrom } }: { plan: MonthPlan }) {
  const own = messageFrom === month ? message : "";
  const [typed, setTyped] = useState<string>();
  const save = useAct({
    act: saveMessage,
    done: "Message saved",
    failed: "Failed to save the message.",
    explain: failedFirst,
    answers: monthQuery(month),
    onDone: (_, sent) => setTyped((now) => (now === sent.message ? undefined : now)),
  });
  useUnsaved("message", "the message", typed !== undefined && typed !== own);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ month, message: typed ?? own });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextArea
        label={`Message for ${formatMonth(month)}`}
        hint={hint(month, messageFrom)}
        limit={MESSAGE_MAX_LENGTH}
        value={typed ?? own}
        onText={setTyped}
      />
      <Button type="submit" disabled={save.isPending}>
        {save.isPending ? "Saving..." : "Save message"}
      </Button>
    </form>
  );
}

function hint(month: string, from: string | null): string {
  const appears = "Appears on the home page and in the monthly email from the 1st.";
  if (from === null || from === month) return appears;
  return `${appears} Until then, the home page keeps the message from ${formatMonth(from)}.`;
}
