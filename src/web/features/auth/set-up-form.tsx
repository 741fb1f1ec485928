import { setUp } from "#web/api/auth.ts";
import { fieldErrors } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { passwordLengthError } from "#web/lib/password-length.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.ts";

import { registrationFailure } from "./messages.ts";
import { useEnter } from "./use-enter.ts";

type Values = { username: string; email: string; password: string };

/** Makes the club's first admin, with the code of the link that the server printed. */
export function SetUpForm({ code, onEnter }: { code: string; onEnter: () => void }) {
  const club = useClub();
  const { submit, isBusy } = useEnter<Values>({
    call: (values) => setUp({ ...values, code, displayName: values.username }),
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
    schema: async () => (await import("#contract/auth.ts")).SetUp,
    initial: { username: "", email: "", password: "" },
    check: ({ password }) => passwordLengthError("password", password, club.passwordMinLength),
    onSubmit: (values) => submit(values),
  });

  return (
    <form {...formProps} className="space-y-4">
      <h2 className="text-xl">Set up the club</h2>
      <p className="text-ink-soft">Make the first admin account. You can then invite the others.</p>
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
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Creating account..." : "Make the first admin"}
      </Button>
    </form>
  );
}
