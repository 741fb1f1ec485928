import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import type { EmailStatus } from "#contract/email.ts";
import { AuthenticationError } from "#web/admin/authentication-error.tsx";
import { useGet } from "#web/api/use-get.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

import { AnnouncementCard } from "./announcement-card.tsx";
import { MonthlyCard, monthlyRunQuery } from "./monthly-card.tsx";
import { OutboxCard } from "./outbox-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { StatusCard, TestCard } from "./status-card.tsx";

export function EmailTab() {
  const result = useGet("GET /api/email/status");
  const { data: status } = result;
  // Unsaved text stays when a later call fails.
  if (result.error && !status)
    return <AuthenticationError subject="to configure the email service" to="/login" query={result} />;
  if (!status) return <Skeleton shape="image" className="h-120" />;
  return <EmailCards status={status} />;
}

function EmailCards({ status }: { status: EmailStatus }) {
  const { data: run } = useQuery(monthlyRunQuery);
  const isReady = status.configured && status.enabled;
  // Once email is on, the settings come last. They don't move when the switch is pressed.
  const [areSettingsLast] = useState(isReady);
  const queries = useQueryClient();
  // A mail may have been sent.
  useEffect(() => {
    if (!run) return;
    void queries.invalidateQueries({ queryKey: [callUrl("GET /api/email/audience")] });
    // The next page isn't canceled.
    void queries.invalidateQueries({ queryKey: [callUrl("GET /api/email/outbox")] }, { cancelRefetch: false });
  }, [queries, run]);
  const settings = (
    <>
      <StatusCard status={status} />
      <TestCard isReady={isReady} way={status.way} />
    </>
  );
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      {!areSettingsLast && settings}
      <div className="space-y-6 lg:col-span-2">
        <MonthlyCard status={status} run={run} />
        <AnnouncementCard isReady={isReady} />
        <PreviewCard />
        <OutboxCard isReady={isReady} />
      </div>
      {areSettingsLast && settings}
    </div>
  );
}
