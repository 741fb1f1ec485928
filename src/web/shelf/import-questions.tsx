import type { ImportChoices, ImportPlan, ImportQuestion } from "#contract/imports.ts";
import { Button } from "#web/ui/forms/button.tsx";

const LINES_SHOWN = 8;
type Choice = { label: string; choice: ImportChoices };
const QUESTION_TEXTS: Record<ImportQuestion["about"], { text: string; choices: readonly [Choice, Choice] }> = {
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

/** Questions that the file leaves open. Each answer updates the preview. */
export function ImportQuestions({ plan, choices, isPending, onChoose }: Props) {
  return plan.asks.map(({ about, example, lines }) => (
    <fieldset key={about} className="mb-5">
      <legend className="mb-1 font-semibold">{QUESTION_TEXTS[about].text}</legend>
      <p className="text-ink-soft">
        “{example}”, for example, in {formatLineNumbers(lines)}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {QUESTION_TEXTS[about].choices.map(({ label, choice }) => (
          <Button key={label} disabled={isPending} onClick={() => onChoose({ ...choices, ...choice })}>
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  ));
}

/** "line 2", "lines 3 and 4", "lines 2, 3, 4, 5, 6, 7, 8, 9, and 12 more". */
function formatLineNumbers(lines: readonly number[]): string {
  const hiddenCount = lines.length - LINES_SHOWN;
  const labels = [...lines.slice(0, LINES_SHOWN).map(String), ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])];
  return `${lines.length === 1 ? "line" : "lines"} ${new Intl.ListFormat("en").format(labels)}`;
}
