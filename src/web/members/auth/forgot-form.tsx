import { PasswordResetRequest } from "#contract/auth.ts";
import { fieldErrors } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { formatCallFailure } from "#web/api/failure-reason.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

/** Requests a reset link. The response is the same for every address. */
export function ForgotForm() {
  const { mailOn } = useClub();
  if (mailOn) return <ResetRequest />;
  return (
    <div className="space-y-4">
      <h2 className="text-xl">Forgot your password?</h2>
      <p>This club doesn't send email. Ask a club admin for a link to set a new password.</p>
    </div>
  );
}

function ResetRequest() {
  const requestReset = useCall("POST /api/auth/forgot", {
    onFailed: (error) => form.showServerError(error),
  });
  const form = useForm<{ email: string }>({
    schema: PasswordResetRequest,
    base: { email: "" },
    onSubmit: ({ email }) => requestReset.mutate({ body: { email: email.trim() } }),
  });
  if (requestReset.isSuccess)
    return (
      <Notice title="Check your email">
        If this address belongs to a member, a link is on its way. It works once and expires in an hour. Don't see it?
        Check your spam folder, or ask a club admin for a link.
      </Notice>
    );
  return (
    <form {...form.formProps} className="space-y-4">
      <h2 className="text-xl">Forgot your password?</h2>
      <p className="text-ink-soft">Enter your email address, and we'll send you a link to set a new one.</p>
      <Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
      {requestReset.error && Object.keys(fieldErrors(requestReset.error)).length === 0 && (
        <Notice tone="error">{formatCallFailure(requestReset.error)}</Notice>
      )}
      <Button type="submit" disabled={requestReset.isPending} className="w-full">
        {requestReset.isPending ? "Sending..." : "Send me a link"}
      </Button>
    </form>
  );
}
