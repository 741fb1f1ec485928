import { RotateCw } from "lucide-react";

import type { OutboxRow } from "#contract/email.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DotSeparated } from "#web/ui/layout/facts.tsx";

const KINDS: Record<OutboxRow["kind"], string> = {
  monthly: "Monthly",
  welcome: "Welcome",
  reminder: "Reminder",
  "meeting-dates": "Dates",
  "meeting-changed": "Meeting changed",
  announcement: "Announcement",
  "month-unready": "Month incomplete",
  "password-reset": "New password",
  "address-changed": "Address changed",
  "sign-in-changed": "Sign-in changed",
  "ereader-link": "eReader link",
};
const STATES: Record<OutboxRow["state"], { name: string; look: string }> = {
  sent: { name: "Sent", look: "text-success" },
  failed: { name: "Failed", look: "text-danger" },
  unknown: { name: "Unknown", look: "text-danger" },
  queued: { name: "Waiting", look: "text-ink-soft" },
  sending: { name: "Sending", look: "text-ink-soft" },
};

type Props = { rows: readonly OutboxRow[]; isReady: boolean; onRetry: (row: OutboxRow) => void };

/** Mails that need attention come first. */
export function OutboxList({ rows, isReady, onRetry }: Props) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold wrap-anywhere">
              {row.displayName} <span className="font-normal text-ink-soft">{row.email}</span>
            </p>
            <DotSeparated className="text-sm text-ink-soft">
              {KINDS[row.kind]}
              <span className={`font-semibold ${STATES[row.state].look}`}>{STATES[row.state].name}</span>
              {formatMoment(row.changedAt)}
            </DotSeparated>
            {row.reason !== "" && <p className="mt-1 text-sm wrap-anywhere">{row.reason}</p>}
          </div>
          {(row.state === "failed" || row.state === "unknown") && (
            <Button
              variant="quiet"
              aria-label={`Send again to ${row.displayName}`}
              disabled={!isReady}
              onClick={() => onRetry(row)}
            >
              <RotateCw className="size-4" />
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
