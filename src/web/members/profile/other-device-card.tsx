import { Smartphone } from "lucide-react";

import type { DeviceCode } from "#contract/auth.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { QrCode } from "#web/ui/images/qr-code.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** A code expires after this time, counted here because this device's clock may be wrong. */
const CODE_TTL_MS = 5 * 60 * 1000;

/** Signs in another device by QR code or short code, without the password. */
export function OtherDeviceCard() {
  const create = useCall("POST /api/auth/device", {
    failed: "Couldn't create a code. Please try again.",
  });
  return (
    <Card id="other-device" title="Sign in on another device" icon={Smartphone}>
      {create.data ? (
        <ShownCode code={create.data} onEnd={create.reset} />
      ) : (
        <div className="space-y-4">
          <p className="max-w-measure">No need to type your password: scan a code with your phone or tablet.</p>
          <Button variant="primary" disabled={create.isPending} onClick={() => create.mutate()}>
            Show a code
          </Button>
        </div>
      )}
    </Card>
  );
}

function ShownCode({ code, onEnd }: { code: DeviceCode; onEnd: () => void }) {
  useTimeout(onEnd, CODE_TTL_MS);
  return (
    <div className="space-y-4">
      <p className="max-w-measure">
        Scan this with the other device's camera. Or open the club there, choose "Use a code from another device" and
        type the code. It works once, for five minutes. Don't show it to anyone else.
      </p>
      <QrCode text={code.url} label="QR code that signs another device in" className="size-48 rounded-sm" />
      <p className="font-mono text-2xl font-semibold tracking-wider select-all">{code.code}</p>
      <Button onClick={onEnd}>Done</Button>
    </div>
  );
}
