import { CloudOff } from "lucide-react";

import type { Trouble } from "./queue.ts";
import { useTrouble } from "./use-offline-queue.ts";

/** Under what waits on this device. */
export function WaitingNote() {
  return (
    <span className="flex gap-1.5 text-sm text-ink-soft">
      <CloudOff className="mt-0.5 size-4 shrink-0" />
      {noteOf(useTrouble())}
    </span>
  );
}

function noteOf(trouble: Trouble): string {
  if (trouble === "not stored")
    return "Your browser can't save this. Keep this page open: it'll be sent when you're back online.";
  if (trouble) return `Saved on this device. The club couldn't take it yet. ${trouble.answer}`.trim();
  return "Saved on this device. It'll be sent when you're back online.";
}
