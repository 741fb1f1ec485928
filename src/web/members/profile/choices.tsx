import { useId } from "react";

import type { ProfilePatch } from "#contract/profile.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { useSavedUser } from "./use-saved-user.ts";

const CHOICES = [
  {
    choice: "wantsMonthlyMail",
    label: "Send me the monthly email",
    hint: "On the 1st of each month: the book, the meeting with its calendar file, and a message from the team.",
  },
  {
    choice: "wantsMeetingMail",
    label: "Send me emails about meetings",
    hint: "Dates to choose from, a reminder two days before, and what changes.",
  },
  {
    choice: "wantsAnnouncements",
    label: "Send me announcements",
    hint: "Occasional news from the admins.",
  },
] as const;

export function MailChoice() {
  const result = useGet("GET /api/profile");
  return (
    <Card title="Email">
      <QueryContent query={result} name="your choice" skeleton={<SkeletonLines lines={7} />}>
        {(profile) => (
          <div className="space-y-4">
            {CHOICES.map(({ choice, ...text }) => (
              <ChoiceBox key={choice} {...text} isOn={profile[choice]} toPatch={(isOn) => ({ [choice]: isOn })} />
            ))}
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

/** Turns off the time left on Home, in the reader and in the player (BEYOND 9). */
export function PaceCard() {
  const { data: profile } = useGet("GET /api/profile");
  if (!profile) return null;
  return (
    <Card title="Reading">
      <ChoiceBox
        label="Show what's left until the meeting"
        hint="How long the rest of the book takes, and how much that is a day. Only you see it."
        isOn={profile.wantsPace}
        toPatch={(wantsPace) => ({ wantsPace })}
      />
    </Card>
  );
}

type Props = { label: string; hint: string; isOn: boolean; toPatch: (isOn: boolean) => ProfilePatch };

/** A setting of the profile, saved when it's changed. */
function ChoiceBox({ label, hint, isOn, toPatch }: Props) {
  const id = useId();
  const { mutate, isPending } = useSavedUser({
    mutationFn: (patch: ProfilePatch) => call("PATCH /api/profile", { body: patch }),
    done: "Your choice has been saved",
    failed: "Failed to save your choice. Please try again.",
    updatesQuery: query("GET /api/profile"),
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
        onChange={({ target }) => mutate(toPatch(target.checked))}
      />
      <span className="min-w-0 wrap-anywhere">
        <span id={id} className="block font-semibold">
          {label}
        </span>
        <span id={`${id}-hint`} className="mt-1 block text-sm text-ink-soft">
          {hint}
        </span>
      </span>
    </label>
  );
}
