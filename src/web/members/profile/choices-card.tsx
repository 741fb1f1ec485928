import { useId } from "react";

import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { useSavedProfile } from "./use-saved-user.ts";

const CHOICES = {
  wantsMonthlyMail: {
    label: "Send me the monthly email",
    hint: "On the 1st of each month: the book, the meeting with its calendar file, and a message from the team.",
  },
  wantsMeetingMail: {
    label: "Send me emails about meetings",
    hint: "Dates to choose from, a reminder two days before, and what changes.",
  },
  wantsAnnouncements: {
    label: "Send me announcements",
    hint: "Occasional news from the admins.",
  },
  wantsPace: {
    label: "Show what's left until the meeting",
    hint: "How long the rest of the book takes, and how much that is a day. Only you see it.",
  },
};

type Choice = keyof typeof CHOICES;

export const EmailChoices = () => (
  <ChoicesCard title="Email" choices={["wantsMonthlyMail", "wantsMeetingMail", "wantsAnnouncements"]} />
);

export const ReadingChoices = () => <ChoicesCard title="Reading" choices={["wantsPace"]} />;

/** Settings of the profile, each saved when it's changed. */
function ChoicesCard({ title, choices }: { title: string; choices: readonly Choice[] }) {
  const result = useGet("GET /api/profile");
  return (
    <Card title={title}>
      <QueryContent query={result} name="your choice" lines={2 * choices.length + 1}>
        {(profile) => (
          <div className="space-y-4">
            {choices.map((choice) => (
              <ChoiceBox key={choice} choice={choice} isOn={profile[choice]} />
            ))}
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

function ChoiceBox({ choice, isOn }: { choice: Choice; isOn: boolean }) {
  const id = useId();
  const { mutate, isPending } = useSavedProfile({
    done: "Your choice has been saved",
    failed: "Failed to save your choice. Please try again.",
  });
  return (
    <label className="flex items-start gap-3">
      <input
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        type="checkbox"
        className="mt-1 size-6 shrink-0"
        checked={isOn}
        disabled={isPending}
        onChange={({ target }) => mutate({ [choice]: target.checked })}
      />
      <span className="min-w-0 wrap-anywhere">
        <span id={id} className="block font-semibold">
          {CHOICES[choice].label}
        </span>
        <span id={`${id}-hint`} className="mt-1 block text-sm text-ink-soft">
          {CHOICES[choice].hint}
        </span>
      </span>
    </label>
  );
}
