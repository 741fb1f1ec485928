import type { Login } from "#contract/auth.ts";
import { login } from "#web/api/auth.ts";
import { showToast } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";

import { loginFailure } from "./messages.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { useSignInForm } from "./use-sign-in-form.ts";
import { useSignIn } from "./use-sign-in.ts";

export function LoginForm({ onEnter, onForgot }: { onEnter: () => void; onForgot: () => void }) {
  const { submit, isBusy } = useSignIn<Login>({
    call: login,
    onEnter,
    onError: (error) => {
      showToast({ style: "destructive", title: "Login failed", description: loginFailure(error) });
      selectPassword();
    },
  });
  const { formProps, field, isChecking, selectPassword } = useSignInForm(submit);

  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">Enter your credentials to access your account</p>
      <Field
        label="Username"
        placeholder="Enter your username"
        hint="Or your email address"
        autoComplete="username"
        autoCapitalize="none"
        {...field("username")}
      />
      <div>
        <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
        <p className="text-right">
          <button
            type="button"
            onClick={onForgot}
            className="min-h-touch text-sm font-medium text-wine underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            Forgot password?
          </button>
        </p>
      </div>
      <Button
        type="submit"
        disabled={isBusy || isChecking}
        data-early="Logging in..."
        suppressHydrationWarning
        className="w-full"
      >
        {isBusy || isChecking ? "Logging in..." : "Login"}
      </Button>
      <PasskeyButton onEnter={onEnter} />
    </form>
  );
}
