import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";

import { profileQuery, saveProfile } from "#web/api/profile.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

import { useSavedUser } from "./use-saved-user.ts";

/** Whether the member gets the monthly mail. Saved at once. */
export function MailChoice() {
  const id = useId();
  const queries = useQueryClient();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const { mutate, isPending } = useSavedUser<boolean>({
    save: async (wantsMonthlyMail) => {
      const saved = await saveProfile({ wantsMonthlyMail });
      queries.setQueryData(profileQuery.queryKey, saved);
      return saved;
    },
    done: "Your choice has been saved",
    failed: "Failed to save your choice. Please try again.",
  });
  return (
    <Card title="E-mail">
      {profile ? (
        <div className="flex items-start gap-3">
          <input
            id={id}
            type="checkbox"
            className="mt-1 size-6 shrink-0"
            checked={profile.wantsMonthlyMail}
            disabled={isPending}
            onChange={({ target }) => mutate(target.checked)}
          />
          <div>
            <label htmlFor={id} className="font-semibold">
              Send me the monthly e-mail
            </label>
            <p className="mt-1 text-sm text-ink-soft">
              On the 1st of each month: the book, the meeting with its calendar file, and a message from the team.
            </p>
          </div>
        </div>
      ) : error ? (
        <LoadError what="your choice" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-12 w-full" />
      )}
    </Card>
  );
}
