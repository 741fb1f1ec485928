import { Send } from "lucide-react";

import { type EmailStatus, TestEmail } from "#contract/email.ts";
import { call } from "#web/api/call.ts";
import { serverMessageOr, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";

export function TestCard({ isReady, way }: { isReady: boolean; way: EmailStatus["way"] }) {
  const { mutate, isPending } = useMutationWithToast({
    act: (email: string) => call("POST /api/email/test", { body: { email } }),
    done: "Test email has been sent successfully",
    failed: "Failed to send test email.",
    explain: serverMessageOr,
  });
  const { formProps, field } = useForm<TestEmail>({
    schema: TestEmail,
    base: { email: "" },
    onSubmit: ({ email }) => mutate(email),
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
        {!isReady && <p className="text-sm text-ink-soft">Enable the email service first.</p>}
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
