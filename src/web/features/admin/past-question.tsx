import { CORRECTABLE_DAYS } from "#contract/limits.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type Props = { isOpen: boolean; onConfirm: () => void; onClose: () => void };

/** Before a date is saved that ends the meeting at once (BEYOND 9). */
export function PastQuestion(props: Props) {
  return (
    <ConfirmDialog {...props} title="Is this date right? It's in the past." confirm="Save it" cancel="Change the date">
      This ends the meeting and opens the talk about its book to everyone, spoilers included. You can correct it for{" "}
      {CORRECTABLE_DAYS} days.
    </ConfirmDialog>
  );
}
