import { useQuery } from "@tanstack/react-query";
import { Mail, Send } from "lucide-react";

import { emailStatusQuery, monthlyRunQuery } from "#web/api/email.ts";
import { AuthenticationError } from "#web/features/admin/authentication-error.tsx";
import { Card } from "#web/ui/card.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

import { AnnouncementCard } from "./announcement-card.tsx";
import { MonthlyCard } from "./monthly-card.tsx";
import { OutboxCard } from "./outbox-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { StatusCard } from "./status-card.tsx";
import { TestCard } from "./test-card.tsx";

export function EmailTab() {
  const { data: status, error, refetch } = useQuery(emailStatusQuery);
  const { data: run } = useQuery(monthlyRunQuery);
  if (error)
    return (
      <AuthenticationError
        what="to configure the email service"
        to="/login"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!status)
    return (
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Card title="Email Service Status" icon={Mail}>
          <SkeletonLines lines={8} />
        </Card>
        <Card title="Send Test Email" icon={Send}>
          <SkeletonLines lines={6} />
        </Card>
      </div>
    );
  const isReady = status.configured && status.enabled;
  // changes when a mail has gone out, which refetches the lists
  const stamp = run ? [run.period, run.queued, run.sending, run.sent, run.failed, run.unknown].join("-") : "";
  const settings = (
    <>
      <StatusCard status={status} />
      <TestCard isReady={isReady} way={status.way} />
    </>
  );
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      {/* once email is configured, the settings matter least */}
      {!status.configured && settings}
      <div className="space-y-6 lg:col-span-2">
        <MonthlyCard status={status} run={run} stamp={stamp} />
        <AnnouncementCard isReady={isReady} />
        <PreviewCard />
        <OutboxCard isReady={isReady} stamp={stamp} />
      </div>
      {status.configured && settings}
    </div>
  );
}
