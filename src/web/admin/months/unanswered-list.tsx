import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";

import { pluralize } from "#contract/counts.ts";
import { query } from "#web/api/query.ts";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { copyText } from "#web/ui/text/share-button.tsx";

export function UnansweredList({ meetingId }: { meetingId: number }) {
  const {
    data: members,
    error,
    refetch,
  } = useQuery(query("GET /api/meetings/:id/unanswered", { params: { id: meetingId } }));
  if (error && !members) return <LoadError what="who hasn't answered" error={error} onRetry={() => void refetch()} />;
  if (!members) return <Skeleton className="h-11 w-full" />;
  if (members.length === 0) return <p className="text-ink-soft">Everyone has answered.</p>;
  const addresses = members.map(({ email }) => email).join(", ");
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">
        {pluralize(members.length, "member")} {members.length === 1 ? "hasn't" : "haven't"} answered
      </summary>
      <ul className="mb-3 text-sm">
        {members.map(({ displayName, email }) => (
          <li key={email} className="wrap-anywhere">
            {displayName} <span className="text-ink-soft">{email}</span>
          </li>
        ))}
      </ul>
      <Button variant="quiet" icon={Copy} onClick={() => void copyText(addresses, "Addresses copied")}>
        Copy addresses
      </Button>
    </details>
  );
}
