import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";

import type { MailChoices } from "#contract/profile.ts";
import { profileQuery, saveProfile } from "#web/api/profile.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

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
    hint: "A reminder two days before, and a note when a meeting changes.",
  },
  {
    choice: "wantsAnnouncements",
    label: "Send me announcements",
    hint: "Now and then, news from the admins.",
  },
] as const;

export function MailChoice() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  return (
    <Card title="Email">
      {profile ? (
        <div className="space-y-4">
          {CHOICES.map((choice) => (
            <Choice key={choice.choice} {...choice} isOn={profile[choice.choice]} />
          ))}
        </div>
      ) : error ? (
        <LoadError what="your choice" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="space-y-4">
          {CHOICES.map(({ choice }) => (
            <Skeleton key={choice} className="h-12 w-full" />
          ))}
        </div>
      )}
    </Card>
  );
}

function Choice({ choice, label, hint, isOn }: (typeof CHOICES)[number] & { isOn: boolean }) {
  const id = useId();
  const queries = useQueryClient();
  const { mutate, isPending } = useSavedUser<Partial<MailChoices>>({
    save: async (choices) => {
      const saved = await saveProfile(choices);
      queries.setQueryData(profileQuery.queryKey, saved);
      return saved;
    },
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
          {label}
        </span>
        <span id={`${id}-hint`} className="mt-1 block text-sm text-ink-soft">
          {hint}
        </span>
      </span>
    </label>
  );
}
