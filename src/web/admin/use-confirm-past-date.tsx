import { type ReactNode, useState } from "react";

import { CORRECTABLE_DAYS } from "#contract/limits.ts";
import { useClub } from "#web/api/club.ts";
import { isMeetingOver } from "#web/lib/format/club-time.ts";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

type DateTime = { date: string; time: string };

/**
 * Asks for a confirmation before saving a date that ends the meeting at once (BEYOND 9). Render `question`.
 * @returns `submit` saves, or asks first if `to` is over and `from` isn't; without `from` for a new meeting
 */
export function useConfirmPastDate<Change>(save: (change: Change) => void) {
  const { timeZone } = useClub();
  const [pendingChange, setPendingChange] = useState<{ change: Change }>();
  const question: ReactNode = (
    <ConfirmDialog
      isOpen={pendingChange !== undefined}
      title="Is this date right? It's in the past."
      confirm="Save it"
      cancel="Change the date"
      onConfirm={() => pendingChange && save(pendingChange.change)}
      onClose={() => setPendingChange(undefined)}
    >
      This ends the meeting and opens the talk about its book to everyone, spoilers included. You can correct it for{" "}
      {CORRECTABLE_DAYS} days.
    </ConfirmDialog>
  );
  const submit = (change: Change, to: DateTime, from?: DateTime) => {
    const isEnded = isMeetingOver(to, timeZone) && !(from && isMeetingOver(from, timeZone));
    if (isEnded) setPendingChange({ change });
    else save(change);
  };
  return { submit, question };
}
