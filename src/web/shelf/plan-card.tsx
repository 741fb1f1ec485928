import { CalendarDays } from "lucide-react";
import { useState } from "react";

import { localTime } from "#contract/zoned-time.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { planLineText } from "#web/lib/format/format-plan.ts";
import { Card } from "#web/ui/layout/card.tsx";

/** One line a week until the book's meeting, the same for everyone (BEYOND 10). Empty without a future meeting. */
export function PlanCard({ bookId }: { bookId: number }) {
  const { timeZone } = useClub();
  const [now] = useState(() => new Date());
  const { data: lines = [] } = useGet("GET /api/books/:id/plan", { params: { id: bookId } });
  if (lines.length === 0) return null;
  const today = localTime(now, timeZone).slice(0, 10);
  return (
    <Card title="What to read by when" icon={CalendarDays}>
      <ol className="space-y-1.5">
        {lines
          .filter(({ by }) => by >= today)
          .map((line) => (
            <li key={line.by} className="text-balance wrap-anywhere">
              {planLineText(line, { isListening: true })}
            </li>
          ))}
      </ol>
    </Card>
  );
}
