import { register } from "#web/api/auth.ts";
import { fieldErrors } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { passwordLengthError } from "#web/lib/password-length.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.ts";

import { registrationFailure } from "./messages.ts";
import { useEnter } from "./use-enter.ts";

type Values = { username: string; email: string; password: string; invitationCode: string };

/** Registration with an invitation code, which a link may have filled in. */
export function RegisterForm({ invite, onEnter }: { invite: string; onEnter: () => void }) {
  const club = useClub();
  const { submit, isBusy } = useEnter<Values>({
    // SPEC 5: the username is also the display name, until the member chooses another.
    call: (values) => register({ ...values, displayName: values.username }),
    onEnter,
    welcome: (user) => ({
      title: "Registration successful",
      description: `Welcome to ${club.name}, ${user.displayName}!`,
    }),
    onError: (error) => {
      setRefused(fieldErrors(error));
      showToast({ style: "destructive", title: "Registration failed", description: registrationFailure(error) });
    },
  });
  const { formProps, field, setRefused } = useForm<Values>({
    schema: async () => (await import("#contract/auth.ts")).Registration,
    initial: { username: "", email: "", password: "", invitationCode: invite },
    check: ({ password }) => passwordLengthError("password", password, club.passwordMinLength),
    onSubmit: (values) => submit(values),
  });

  return (
    <form {...formProps} className="space-y-4">
      <p className="text-ink-soft">Create a new account with invitation code</p>
      <Field
        label="Username"
        placeholder="Choose a username"
        autoComplete="username"
        autoCapitalize="none"
        {...field("username")}
      />
      <Field label="Email" type="email" autoComplete="email" {...field("email")} />
      <Field
        label="Password"
        type="password"
        placeholder="Choose a password"
        autoComplete="new-password"
        {...field("password")}
      />
      <Field
        label="Invitation Code"
        hint="Contact admin for an invitation code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field("invitationCode")}
      />
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Creating account..." : "Register"}
      </Button>
    </form>
  );
}
