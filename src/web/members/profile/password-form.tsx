import { PasswordChange } from "#contract/profile.ts";
import { useClub } from "#web/api/club.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { passwordLengthError } from "#web/lib/format/validate.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";

export function PasswordForm() {
  const club = useClub();
  const check = useCheckSession();
  const change = useCall("POST /api/profile/password", {
    done: "Your password has been changed",
    failed: "Failed to change your password. Please try again.",
    onDone: () => {
      form.revert();
      void check();
    },
    onFailed: (error) => form.showServerError(error),
  });
  const form = useForm<PasswordChange>({
    schema: PasswordChange,
    base: { currentPassword: "", newPassword: "" },
    check: ({ newPassword }) => passwordLengthError("newPassword", newPassword, club.passwordMinLength),
    onSubmit: (body) => change.mutate({ body }),
  });
  useUnsaved("password", "your new password", form.values.newPassword !== "");
  return (
    <Card id="password" title="Change password">
      <form {...form.formProps} className="space-y-4">
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field("currentPassword")}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${club.passwordMinLength} characters. You stay signed in here and are signed out everywhere else.`}
          {...form.field("newPassword")}
        />
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? "Saving..." : "Change password"}
        </Button>
      </form>
    </Card>
  );
}
