import { useSyncExternalStore } from "react";

import { ApiError, serverMessage } from "#web/api/client.ts";
import { passkeyObstacle, signInWithPasskey } from "#web/api/passkeys.ts";
import { showToast } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { useSignIn } from "./use-sign-in.ts";

/**
 * Until the app has detected the browser, CSS decides by the public domain in the page's head, so that nothing moves.
 */
const PENDING_CLASS = "hidden [html:has(meta[name=public-domain]:not([content='']))_&]:block";
const subscribeToNothing = () => () => undefined;

/** Signs in with a passkey if the browser supports them. The password still works. */
export function PasskeyButton({ onEnter }: { onEnter: () => void }) {
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
      <Button variant="quiet" isWaiting={isBusy} className="w-full" onClick={() => submit(null)}>
        {isBusy ? "Waiting for your device..." : "Sign in with a passkey"}
      </Button>
    </div>
  );
}
