import { KeyRound } from "lucide-react";

import type { Passkey } from "#contract/passkeys.ts";
import { useClub } from "#web/api/club.ts";
import { addPasskey, passkeyObstacle } from "#web/api/passkeys.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";

export function PasskeysCard() {
  const obstacle = passkeyObstacle();
  const { publicDomain } = useClub();
  const result = useGet("GET /api/profile/passkeys", { enabled: obstacle === null });
  return (
    <Card id="passkeys" title="Passkeys" icon={KeyRound}>
      {obstacle ? (
        <p className="max-w-measure text-ink-soft">
          {obstacle === "https" && "Passkeys need https, which this address doesn't have."}
          {obstacle === "browser" && "This browser has no passkeys. Update it, or use another one."}
          {obstacle === "address" &&
            (publicDomain
              ? `Passkeys only work at ${publicDomain}.`
              : "Passkeys need the club's address (PUBLIC_URL), which the club's operator can set.")}{" "}
          Your password works everywhere.
        </p>
      ) : (
        <QueryContent query={result} name="your passkeys" lines={3}>
          {(passkeys) => <Passkeys passkeys={passkeys} />}
        </QueryContent>
      )}
    </Card>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const createPasskey = useMutationWithToast({
    mutationFn: () => addPasskey(`Passkey ${passkeys.length + 1}`),
    done: "Your passkey has been added",
    failed: "No passkey was added. Please try again.",
  });
  const remove = useCall("DELETE /api/profile/passkeys/:id", {
    done: "The passkey has been removed",
    failed: "The passkey wasn't removed. Please try again.",
  });
  return (
    <div className="space-y-4">
      <p className="max-w-measure">
        Sign in with your fingerprint, your face or this device's PIN. Your password still works.
        {passkeys.length > 0 && " Changing your password doesn't remove passkeys: remove any you don't know."}
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-[min(12rem,100%)] flex-1">
                <p className="font-semibold">{passkey.name}</p>
                <p className="text-sm text-ink-soft">
                  Added {formatMoment(passkey.createdAt)}
                  {passkey.lastUsedAt && `, last used ${formatMoment(passkey.lastUsedAt)}`}
                </p>
              </div>
              <ConfirmButton
                aria-label={`Remove ${passkey.name}`}
                label="Remove"
                title="Remove this passkey?"
                confirm="Remove"
                onConfirm={() => remove.mutate({ params: { id: passkey.id } })}
              >
                It won't sign you in anymore. Your password still works.
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      <Button variant="primary" isWaiting={createPasskey.isPending} onClick={() => createPasskey.mutate()}>
        {createPasskey.isPending ? "Waiting for your device..." : "Add a passkey"}
      </Button>
    </div>
  );
}
