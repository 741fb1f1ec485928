import { Check, CircleHelp, X } from "lucide-react";

import type { Answer, Meeting } from "#contract/meetings.ts";
import { query } from "#web/api/query.ts";
import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { PendingNote } from "#web/offline/queue/pending-mutations.tsx";
import { usePendingMutation, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { GuestSelect } from "#web/ui/forms/guest-select.tsx";

const ICON_PROPS = { className: "size-4.5 shrink-0" } as const;
const CHOICES = [
  { answer: "yes", label: "I'm coming", icon: <Check {...ICON_PROPS} /> },
  { answer: "maybe", label: "Maybe", icon: <CircleHelp {...ICON_PROPS} /> },
  { answer: "no", label: "I can't", icon: <X {...ICON_PROPS} /> },
] as const;

/** One tap answers, another adds guests, and the same tap again withdraws (BEYOND 2). Offline the answer is queued. */
export function AnswerForm({ meeting: { id, mine } }: { meeting: Meeting }) {
  const pending = usePendingMutation("answer", ({ meetingId }) => meetingId === id);
  const { isPending: isBusy, ...answering } = useMutationWithToast({
    mutationFn: useSendOrQueue<"answer">(),
    failed: "Your answer wasn't saved. Please try again.",
    updatesQuery: query("GET /api/meetings/current"),
  });
  const currentAnswer = pending ? pending.answer : mine;
  const shownAnswer = isBusy && answering.variables ? answering.variables.answer : currentAnswer;
  const chosenOption = shownAnswer?.answer;
  const saveAnswer = (answer: Answer | null, guests = shownAnswer?.guests ?? 0) =>
    answering.mutate({ kind: "answer", meetingId: id, answer: answer && { answer, guests } });

  return (
    // A grid, because WebKit counts the legend's height twice for a fieldset in a column.
    <fieldset className="grid print:hidden">
      <legend className="mb-2 font-semibold">Are you coming?</legend>
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5">
        {CHOICES.map(({ answer, label, icon }) => (
          <button
            key={answer}
            type="button"
            aria-pressed={chosenOption === answer}
            disabled={isBusy}
            onClick={ignoreDoubleClick(() => saveAnswer(chosenOption === answer ? null : answer))}
            className="inline-flex min-h-touch items-center gap-1.5 rounded-md border border-line-strong bg-sheet px-3 py-2 max-[22rem]:px-2.5 max-[25.5rem]:[&>svg]:hidden sm:px-3.5 font-semibold transition-colors hover:bg-sunk aria-pressed:border-season-solid aria-pressed:bg-season-solid aria-pressed:text-on-solid"
          >
            {icon}
            {label}
          </button>
        ))}
        {(chosenOption === "yes" || chosenOption === "maybe") && (
          <GuestSelect
            isLabelHidden
            className="min-w-32"
            guests={shownAnswer?.guests ?? 0}
            disabled={isBusy}
            onChange={(guests) => saveAnswer(chosenOption, guests)}
          />
        )}
      </div>
      <output className={pending ? "mt-2 block" : "block"}>{pending && <PendingNote />}</output>
    </fieldset>
  );
}
