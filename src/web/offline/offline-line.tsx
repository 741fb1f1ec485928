import { useAtomValue } from "jotai";
import { WifiOff } from "lucide-react";

import { useOnline } from "#web/lib/use-online.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";

/** Says that you're offline, and how old the page's data is. */
export function OfflineLine() {
  const lastSeen = useAtomValue(lastSeenAtom);
  const isOnline = useOnline();
  return (
    <output className="block print:hidden">
      {lastSeen && (
        <span className="mb-4 flex gap-2 text-sm text-ink-soft">
          <WifiOff className="mt-0.5 size-4 shrink-0" />
          {isOnline ? "Can't reach the club." : "You're offline."} Last updated {momentText(new Date(lastSeen))}.
        </span>
      )}
    </output>
  );
}

function momentText(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ month: "short", day: "numeric" } as const);
  return moment.toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit" });
}
