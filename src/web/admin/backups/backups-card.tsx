import { Archive } from "lucide-react";

import { pluralize } from "#contract/counts.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Card } from "#web/ui/layout/card.tsx";

export function BackupsCard() {
  const result = useGet("GET /api/backups");
  return (
    <Card title="Backups" icon={Archive}>
      <QueryContent query={result} name="the backups" lines={4}>
        {({ last, lastGoodAt, nightly, nights }) => (
          <div className="space-y-4">
            {last && last.outcome !== "whole" && (
              <Notice
                tone="error"
                title={last.outcome === "failed" ? "The last backup failed." : "The last backup is incomplete."}
              >
                <p>{last.message}</p>
                <p>It ran on {formatMomentNoBreak(last.at)}. Please tell the person who runs the server.</p>
              </Notice>
            )}
            <p>{lastGoodAt ? <>Last backup: {formatMomentNoBreak(lastGoodAt)}.</> : "No backup has been made yet."}</p>
            <p className="text-sm text-ink-soft">
              {nights[0] && (
                <>
                  {pluralize(nights.length, "night")} kept on the server, the latest {formatFileSize(nights[0].bytes)}
                  .{" "}
                </>
              )}
              {nightly
                ? "Backed up every night."
                : "Nightly backups are off. The person who runs the server makes them."}
            </p>
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

function formatMomentNoBreak(moment: string): string {
  return formatMoment(moment)
    .replaceAll(" ", "\u00A0")
    .replace(/,\u00A0(?=\d+:)/, ", ");
}
