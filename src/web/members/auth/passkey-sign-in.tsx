import { useState } from "react";

import { ApiError, serverMessage } from "#web/api/client.ts";
import { signInWithPasskey } from "#web/api/passkeys.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";

import { useSignIn } from "./use-sign-in.ts";

/** Signs in with a passkey. The password keeps working. */
export function PasskeySignIn({ onEnter }: { onEnter: () => void }) {
  const [fault, setFault] = useState("");
  const { submit, isBusy } = useSignIn<null>({
    call: () => signInWithPasskey(),
    onEnter,
    onError: (error) =>
      setFault(
        error instanceof ApiError
          ? (serverMessage(error) ?? "The club couldn't check your passkey. Please try again.")
          : "Nothing happened. Try again, or sign in with your password.",
      ),
  });
  return (
    <div className="space-y-4">
      <h2 className="text-xl">Sign in with a passkey</h2>
      <p className="text-ink-soft">Use your fingerprint, face or PIN instead of the password.</p>
      {fault && <Notice tone="error">{fault}</Notice>}
      <Button
        disabled={isBusy}
        className="w-full"
        onClick={() => {
          setFault("");
          submit(null);
        }}
      >
        {isBusy ? "Waiting for your device..." : "Use my passkey"}
      </Button>
    </div>
  );
}
