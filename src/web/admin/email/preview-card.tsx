import { Eye } from "lucide-react";
import { useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import type { PreviewKind } from "#contract/email.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

const KIND_LABELS: Record<PreviewKind, string> = { monthly: "Monthly email", welcome: "Welcome email" };

/** Emails as this admin would get them: now, or for a month. */
export function PreviewCard({ month = "" }: { month?: string }) {
  const [kind, setKind] = useState<PreviewKind>();
  const { timeZone } = useClub();
  const isPast = month !== "" && month < currentMonth(timeZone);
  return (
    <Card title="Preview" icon={Eye}>
      <p className="mb-4">
        {isPast
          ? "See what this month's email says with today's book, meeting and message."
          : month
            ? "See the monthly email as it will go out on the 1st."
            : "See each email with the current book, meeting and message."}
      </p>
      <ButtonRow>
        {(month ? (["monthly"] as const) : (["monthly", "welcome"] as const)).map((one) => (
          <Button
            key={one}
            variant={kind === one ? "primary" : "quiet"}
            aria-pressed={kind === one}
            onClick={() => setKind(kind === one ? undefined : one)}
          >
            {KIND_LABELS[one]}
          </Button>
        ))}
      </ButtonRow>
      {kind && <Preview key={kind} kind={kind} month={month} />}
    </Card>
  );
}

function Preview({ kind, month }: { kind: PreviewKind; month: string }) {
  const input = { params: { kind }, query: { month: month || undefined } };
  const result = useGet("GET /api/email/preview/:kind", input);
  const [isText, setIsText] = useState(false);
  return (
    <div className="mt-5 space-y-4">
      <QueryContent query={result} name="the preview" skeleton={<Skeleton className="h-128 w-full" />}>
        {(data) => (
          <>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              <dt className="font-semibold">Subject</dt>
              <dd className="min-w-0 wrap-anywhere">{data.subject}</dd>
              <dt className="font-semibold">From</dt>
              <dd className="min-w-0 wrap-anywhere text-ink-soft">{data.from}</dd>
            </dl>
            {isText ? (
              <pre className="max-h-160 overflow-auto rounded-md border border-line bg-paper p-4 text-sm whitespace-pre-wrap">
                {data.text}
              </pre>
            ) : (
              <iframe
                title={`${KIND_LABELS[kind]} as it will look`}
                src={callUrl("GET /api/email/preview/:kind/page", input)}
                sandbox=""
                className="h-160 w-full rounded-md border border-line bg-paper"
              />
            )}
            <Button variant="plain" onClick={() => setIsText(!isText)}>
              {isText ? "Show as designed" : "Show as plain text"}
            </Button>
          </>
        )}
      </QueryContent>
    </div>
  );
}
