import type { ImportAsk, ImportChoices, ImportPlan } from "#contract/imports.ts";
import { countOf } from "#web/lib/counts.ts";
import { Button } from "#web/ui/button.tsx";

const LINES_NAMED = 8;
type Choice = { label: string; choice: ImportChoices };
const QUESTIONS: Record<ImportAsk["about"], { text: string; choices: readonly [Choice, Choice] }> = {
  "day-first": {
    text: "Which comes first in the dates, the day or the month?",
    choices: [
      { label: "The day", choice: { dayFirst: "true" } },
      { label: "The month", choice: { dayFirst: "false" } },
    ],
  },
  "year-only": {
    text: "Some dates are only a year. Where should these books go?",
    choices: [
      { label: "January", choice: { yearOnly: "january" } },
      { label: "Leave them out", choice: { yearOnly: "skip" } },
    ],
  },
};

type Props = {
  plan: ImportPlan;
  choices: ImportChoices;
  isPending: boolean;
  onChoose: (choices: ImportChoices) => void;
};

/** What the file alone doesn't say; each answer makes the preview again. */
export function ImportAsks({ plan, choices, isPending, onChoose }: Props) {
  return plan.asks.map(({ about, example, lines }) => (
    <fieldset key={about} className="mb-4 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">{QUESTIONS[about].text}</legend>
      <p className="text-ink-soft">
        For example “{example}”. {countOf(lines.length, "line")}: {lines.slice(0, LINES_NAMED).join(", ")}
        {lines.length > LINES_NAMED && ` and ${lines.length - LINES_NAMED} more`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {QUESTIONS[about].choices.map(({ label, choice }) => (
          <Button key={label} variant="quiet" disabled={isPending} onClick={() => onChoose({ ...choices, ...choice })}>
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  ));
}
