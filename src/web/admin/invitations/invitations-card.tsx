import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useRef, useState } from "react";

import { formatCount } from "#contract/counts.ts";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { query } from "#web/api/query.ts";
import { useFocusRestoration } from "#web/lib/hooks/use-focus-restoration.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";

import { CreatedCard } from "./created-card.tsx";
import { InvitationForm, useCreateInvitation } from "./invitation-form.tsx";
import { InvitationList } from "./invitation-list.tsx";

/** Days of the link that one press makes. */
const LINK_DAYS = 7;

/** One press makes a link for one person; everything rarer is folded. */
export function InvitationsCard() {
  const result = useQuery(query("GET /api/invitations"));
  const [created, setCreated] = useState<CreatedInvitation>();
  const create = useCreateInvitation(setCreated);
  const work = useRef<HTMLDivElement>(null);
  useFocusRestoration(work, create.isPending);
  return (
    <Card title="Invitations" icon={MailPlus}>
      <div ref={work} className="space-y-4">
        {created ? (
          <CreatedCard key={created.id} invitation={created} onClose={() => setCreated(undefined)} />
        ) : (
          <>
            <p>Makes a link that lets one person join, for a week.</p>
            <Button
              className="max-sm:w-full"
              disabled={create.isPending}
              onClick={() => create.mutate({ uses: 1, expiresInDays: LINK_DAYS, isAdmin: false })}
            >
              {create.isPending ? "Creating..." : "Invite someone"}
            </Button>
          </>
        )}
        <div>
          <Fold title="For more people, longer, or an admin">
            <InvitationForm create={create} />
          </Fold>
          <QueryContent query={result} what="the invitations" skeleton={<SkeletonLines lines={1} />}>
            {(data) =>
              data.length > 0 && (
                <Fold title={`Invitations so far: ${formatCount(data.length)}`}>
                  <InvitationList invitations={data} />
                </Fold>
              )
            }
          </QueryContent>
        </div>
      </div>
    </Card>
  );
}
