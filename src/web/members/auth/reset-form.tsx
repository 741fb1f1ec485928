import { ResetByLink } from "#contract/auth.ts";
import { fieldErrors, isNotFound } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { formatCallFailure } from "#web/api/failure-reason.ts";
import { passwordLengthError } from "#web/lib/format/validate.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

type Props = { token: string; onDone: () => void; onForgot: () => void };

export function ResetForm({ token, onDone, onForgot }: Props) {
  const club = useClub();
  const reset = useCall("POST /api/auth/reset", {
    onFailed: (error) => form.showServerError(error),
  });
  const form = useForm<{ password: string }>({
    schema: ResetByLink,
    base: { password: "" },
    check: ({ password }) => passwordLengthError("password", password, club.passwordMinLength),
    onSubmit: ({ password }) => reset.mutate({ body: { token, password } }),
  });
  if (reset.isSuccess)
    return (
      <Notice title="Your new password has been set" action={<Button onClick={onDone}>Sign in</Button>}>
        <p>You're signed out on all your devices. Sign in with the new password.</p>
        <p>Your passkeys, calendar and feed addresses no longer work. Make new ones in your profile.</p>
      </Notice>
    );
  if (isNotFound(reset.error))
    return (
      <Notice tone="error" title="This link has expired" action={<Button onClick={onForgot}>Get a new link</Button>}>
        Each link works once and expires after an hour.
      </Notice>
    );
  return (
    <form {...form.formProps} className="space-y-4">
      <h2 className="text-xl">Set a new password</h2>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${club.passwordMinLength} characters. You'll be signed out on all your devices.`}
        {...form.field("password")}
      />
      {reset.error && Object.keys(fieldErrors(reset.error)).length === 0 && (
        <Notice tone="error">{formatCallFailure(reset.error)}</Notice>
      )}
      <Button type="submit" disabled={reset.isPending} className="w-full">
        {reset.isPending ? "Saving..." : "Set password"}
      </Button>
    </form>
  );
}
