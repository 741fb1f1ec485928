import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleHelp, X } from "lucide-react";

import { GUESTS_MAX } from "#contract/limits.ts";
import type { Answer, Meeting } from "#contract/meetings.ts";
import { currentMeetingQuery } from "#web/api/current-meeting.ts";
import { answerMeeting, refetchMeeting, withdrawAnswer } from "#web/api/meetings.ts";
import { countOf } from "#web/lib/counts.ts";
import { Select } from "#web/ui/select.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

const ICON = { "aria-hidden": true, className: "size-4.5 shrink-0" } as const;
const CHOICES = [
  { answer: "yes", label: "I'm coming", icon: <Check {...ICON} /> },
  { answer: "maybe", label: "Maybe", icon: <CircleHelp {...ICON} /> },
  { answer: "no", label: "I can't", icon: <X {...ICON} /> },
] as const;
const FAILED = "Your answer wasn't saved. Please try again.";

/** One tap answers, another adds guests; the same tap again withdraws (BEYOND 2). */
export function AnswerForm({ meeting: { id, mine } }: { meeting: Meeting }) {
  const queries = useQueryClient();
  const onDone = (saved: Meeting) => {
    queries.setQueryData(currentMeetingQuery.queryKey, saved);
    refetchMeeting(queries);
  };
  const onFailed = () => refetchMeeting(queries);
  const answering = useOwnAct({ act: answerMeeting, failed: FAILED, onDone, onFailed });
  const withdrawing = useOwnAct({ act: withdrawAnswer, failed: FAILED, onDone, onFailed });
  const isBusy = answering.isPending || withdrawing.isPending;
  const chosen = answering.isPending ? answering.variables.answer : withdrawing.isPending ? null : mine?.answer;
  const press = (answer: Answer) => {
    if (mine?.answer === answer) withdrawing.mutate(id);
    else answering.mutate({ id, answer, guests: mine?.guests ?? 0 });
  };

  return (
    <fieldset className="print:hidden">
      <legend className="mb-2 font-semibold">Are you coming?</legend>
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5">
        {CHOICES.map(({ answer, label, icon }) => (
          <button
            key={answer}
            type="button"
            aria-pressed={chosen === answer}
            disabled={isBusy}
            onClick={() => press(answer)}
            className="inline-flex min-h-touch items-center gap-1.5 rounded-md border border-line-strong bg-sheet px-3.5 py-2 max-sm:gap-1 max-sm:px-2 max-[24.375rem]:px-3 max-[24.375rem]:[&>svg]:hidden font-semibold transition-colors hover:bg-sunk aria-pressed:border-season-solid aria-pressed:bg-season-solid aria-pressed:text-on-solid"
          >
            {icon}
            {label}
          </button>
        ))}
        {(chosen === "yes" || chosen === "maybe") && (
          <Select
            label="Guests"
            isLabelHidden
            className="min-w-32"
            value={String(answering.isPending ? answering.variables.guests : (mine?.guests ?? 0))}
            disabled={isBusy}
            onChange={({ target }) => answering.mutate({ id, answer: chosen, guests: Number(target.value) })}
          >
            {Array.from({ length: GUESTS_MAX + 1 }, (_, guests) => (
              <option key={guests} value={guests}>
                {guests === 0 ? "No guests" : countOf(guests, "guest")}
              </option>
            ))}
          </Select>
        )}
      </div>
    </fieldset>
  );
}
