import { useState } from "react";

import { formatCount } from "#contract/counts.ts";
import type { Invitation } from "#contract/invitations.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";
import { NameList } from "#web/ui/text/name-list.tsx";

/** Shown before 'Show all'. */
const PREVIEW_MAX = 5;

/** Newest first; open ones can be revoked. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const revoke = useCall("DELETE /api/invitations/:id", {
    done: "The invitation has been revoked",
    failed: "Failed to revoke the invitation.",
  });
  return (
    <div>
      <ul className="divide-y divide-line">
        {(isExpanded ? invitations : invitations.slice(0, PREVIEW_MAX)).map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-2">
                <Badge isSolid={invitation.status === "open"}>
                  {invitation.status.replace(/^./, (letter) => letter.toUpperCase())}
                </Badge>
                <span className="font-semibold">
                  {formatCount(invitation.used)} of {formatCount(invitation.uses)} joined
                  {invitation.isAdmin ? ", as admins" : ""}
                </span>
              </p>
              <DotSeparatedList className="mt-1 text-sm text-ink-soft">
                {`Made ${formatMoment(invitation.createdAt)}${invitation.madeBy === null ? "" : ` by ${invitation.madeBy}`}`}
                {statusDate(invitation)}
              </DotSeparatedList>
              {invitation.joined.length > 0 && (
                <p className="mt-1 text-sm wrap-anywhere">
                  Joined: <NameList names={invitation.joined.map((name) => ({ name }))} />
                </p>
              )}
            </div>
            {invitation.status === "open" && (
              <ConfirmButton
                aria-label={`Revoke the invitation made ${formatMoment(invitation.createdAt)}`}
                disabled={revoke.isPending}
                label="Revoke"
                title="Revoke this invitation?"
                confirm="Revoke"
                onConfirm={() => revoke.mutate({ params: { id: invitation.id } })}
              >
                Nobody can join with it anymore. Members who already joined stay.
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
      {!isExpanded && invitations.length > PREVIEW_MAX && (
        <Button className="mt-4" onClick={() => setIsExpanded(true)}>
          Show all {formatCount(invitations.length)}
        </Button>
      )}
    </div>
  );
}

function statusDate({ revokedAt, expiresAt, status }: Invitation): string {
  if (revokedAt) return `Revoked ${formatMoment(revokedAt)}`;
  return `${status === "expired" ? "Ended" : "Ends"} ${formatMoment(expiresAt)}`;
}
