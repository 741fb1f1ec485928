import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useState } from "react";

import type { CreatedInvitation } from "#contract/invitations.ts";
import { query } from "#web/api/query.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { CreatedCard } from "./created-card.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { InvitationList } from "./invitation-list.tsx";

export function InvitationsCard() {
  const result = useQuery(query("GET /api/invitations"));
  const [created, setCreated] = useState<CreatedInvitation>();
  return (
    <Card title="Invitations" icon={MailPlus}>
      <div className="space-y-6">
        <InvitationForm onCreated={setCreated} />
        {created && <CreatedCard invitation={created} onClose={() => setCreated(undefined)} />}
        <QueryContent query={result} what="the invitations" skeleton={<SkeletonLines lines={3} />}>
          {(data) =>
            data.length > 0 ? (
              <InvitationList invitations={data} />
            ) : (
              <EmptyState icon={MailPlus}>
                No invitations yet. Create one above and send its link to someone who should join.
              </EmptyState>
            )
          }
        </QueryContent>
      </div>
    </Card>
  );
}
