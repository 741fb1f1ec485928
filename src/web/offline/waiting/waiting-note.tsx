import { CloudOff } from "lucide-react";

/** Under what waits on this device. */
export function WaitingNote() {
  return (
    <span className="flex gap-1.5 text-sm text-ink-soft">
      <CloudOff className="mt-0.5 size-4 shrink-0" />
      Saved on this device. It'll be sent when you're back online.
    </span>
  );
}
