import { useId } from "react";

import type { ProfilePatch } from "#contract/profile.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";

import { useSavedUser } from "./use-saved-user.ts";

type Props = { label: string; hint: string; isOn: boolean; toPatch: (isOn: boolean) => ProfilePatch };

/** A setting of the profile, saved when it's changed. */
export function ChoiceBox({ label, hint, isOn, toPatch }: Props) {
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
