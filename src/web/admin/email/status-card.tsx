import { CircleCheck, CircleX, Mail, Send } from "lucide-react";
import { Fragment } from "react";

import { type EmailStatus, TestEmail } from "#contract/email.ts";
import { mailReason, serverMessageOr } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Badge } from "#web/ui/layout/badge.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** Settings and the on/off switch (SPEC 4). */
export function StatusCard({ status }: { status: EmailStatus }) {
  const { mutate, isPending } = useCall("PATCH /api/email/config", {
    done: ({ enabled }) => `Email service has been ${enabled ? "enabled" : "disabled"}`,
    failed: "Failed to update email service configuration.",
    explain: serverMessageOr,
    updatesQuery: query("GET /api/email/status"),
  });
  const { enabled, configured, missing } = status;
  const facts = {
    Region: status.region ?? "Not set",
    "From Email": status.fromEmail ?? "Not set",
    "Access Key": <SetIndicator isSet={status.hasAccessKey} />,
    "Secret Key": <SetIndicator isSet={status.hasSecretKey} />,
    "Ready to use": configured ? "Yes" : "Not yet",
  };
  return (
    <Card
      title="Email Service Status"
      icon={Mail}
      actions={<Badge isSolid={enabled}>{enabled ? "Enabled" : "Disabled"}</Badge>}
      className="space-y-5"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        {Object.entries(facts).map(([name, fact]) => (
          <Fragment key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="min-w-0 wrap-anywhere text-ink-soft">{fact}</dd>
          </Fragment>
        ))}
      </dl>
      {configured ? (
        <p className="text-sm text-ink-soft">
          {formatTransport(status)}
          {!enabled && " Nothing is sent until you enable it."}
        </p>
      ) : (
        <Notice title="Email isn't set up yet">
          The person who runs the server sets {new Intl.ListFormat("en").format(missing)} and restarts the club. Then
          you can turn it on here.
        </Notice>
      )}
      <Button
        variant={enabled ? "quiet" : "primary"}
        disabled={!configured || isPending}
        onClick={() => mutate({ body: { enabled: !enabled } })}
      >
        {isPending ? "Saving..." : enabled ? "Disable Email Service" : "Enable Email Service"}
      </Button>
    </Card>
  );
}

/** How mail is sent. With a mail server, the facts above describe it. */
function formatTransport({ way, region, hasAccessKey }: EmailStatus): string {
  if (way === "ses") return "Mail goes through Amazon SES.";
  const keys = hasAccessKey ? "Access key and secret key are its username and password." : "No sign-in needed.";
  return `Mail goes through the mail server ${region}. ${keys}`;
}

function SetIndicator({ isSet }: { isSet: boolean }) {
  const Icon = isSet ? CircleCheck : CircleX;
  return (
    <span className={`flex items-center gap-1.5 ${isSet ? "text-success" : "text-danger"}`}>
      <Icon className="size-4" />
      {isSet ? "Set" : "Not set"}
    </span>
  );
}

export function TestCard({ isReady, way }: { isReady: boolean; way: EmailStatus["way"] }) {
  const { mutate, isPending } = useCall("POST /api/email/test", {
    done: "Test email has been sent successfully",
    failed: "Failed to send test email.",
    explain: (failed, error) => mailReason(failed, error, serverMessageOr),
  });
  const { formProps, field } = useForm<TestEmail>({
    schema: TestEmail,
    base: { email: "" },
    onSubmit: (body) => mutate({ body }),
  });
  return (
    <Card title="Send Test Email" icon={Send}>
      <form {...formProps} className="space-y-4">
        <Field
          label="Email address"
          type="email"
          autoComplete="email"
          placeholder="Enter email address"
          hint="A short message to check that the keys and the sender work."
          {...field("email")}
        />
        <Button type="submit" disabled={!isReady || isPending}>
          {isPending ? "Sending..." : "Send Test"}
        </Button>
        {way === "ses" && (
          <p className="border-t border-line pt-4 text-sm text-ink-soft">
            A new Amazon SES account is in the sandbox: both the sender and every recipient must be verified there. Ask
            AWS for production access before the first monthly email.
          </p>
        )}
      </form>
    </Card>
  );
}
