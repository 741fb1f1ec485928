import type { Meeting } from "#contract/meetings.ts";

import { DateProposal } from "./date-proposal.tsx";

/** Folded, because most meetings have a date. */
export function AskForDate({ meeting }: { meeting: Meeting }) {
  const isAsked = meeting.dates.length > 0;
  return (
    <details open={isAsked}>
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">
        {isAsked ? "Members are asked for a date" : "Not sure yet? Ask the members"}
      </summary>
      <DateProposal key={meeting.dates.map(({ id }) => id).join()} meeting={meeting} />
    </details>
  );
}
