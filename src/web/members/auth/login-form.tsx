import { useSyncExternalStore } from "react";

import type { Login } from "#contract/auth.ts";
import { login } from "#web/api/auth.ts";
import { ApiError, serverMessage } from "#web/api/client.ts";
import { passkeyObstacle, signInWithPasskey } from "#web/api/passkeys.ts";
import { subscribeToNothing } from "#web/lib/browser/listeners.ts";
import { showToast } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";

import { loginFailure } from "./messages.ts";
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
  const { formProps, field, selectPassword } = useSignInForm(submit);

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
      <Button type="submit" disabled={isBusy} data-early="Logging in..." suppressHydrationWarning className="w-full">
        {isBusy ? "Logging in..." : "Login"}
      </Button>
      <PasskeyButton onEnter={onEnter} />
    </form>
  );
}

/**
 * Until the app has detected the browser, CSS decides by the public domain in the page's head, so that nothing moves.
 */
const PENDING_CLASS = "hidden [html:has(meta[name=public-domain]:not([content='']))_&]:block";

/** Signs in with a passkey if the browser supports them. The password still works. */
function PasskeyButton({ onEnter }: { onEnter: () => void }) {
  const obstacle = useSyncExternalStore(subscribeToNothing, passkeyObstacle, () => undefined);
  const { submit, isBusy } = useSignIn<null>({
    call: signInWithPasskey,
    onEnter,
    onError: (error) =>
      showToast({
        style: "destructive",
        title: "Login failed",
        description:
          error instanceof ApiError
            ? (serverMessage(error) ?? "The club couldn't check your passkey. Please try again.")
            : "Nothing happened. Try again, or use your password.",
      }),
  });
  if (obstacle) return null;
  return (
    <div className={obstacle === undefined ? PENDING_CLASS : undefined}>
      <Button isWaiting={isBusy} className="w-full" onClick={() => submit(null)}>
        {isBusy ? "Waiting for your device..." : "Sign in with a passkey"}
      </Button>
    </div>
  );
}
