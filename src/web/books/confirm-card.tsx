import { Tablet } from "lucide-react";

import { formatCallFailure } from "#web/api/failure-reason.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** Needs a press, because mail scanners open every link. */
export function ConfirmEreaderCard({ token }: { token: string }) {
  const confirm = useCall("POST /api/ereader/confirm", {});
  return (
    <Card title="Your eReader" icon={Tablet}>
      {token === "" ? (
        <Notice tone="error">This link is incomplete. Copy all of it from the email.</Notice>
      ) : confirm.data ? (
        <Notice title="Confirmed">Books can now be sent to {confirm.data.ereaderEmail}.</Notice>
      ) : (
        <div className="space-y-4">
          <p>Confirm that this eReader is yours, so the club can send eBooks to it.</p>
          {confirm.error && <Notice tone="error">{formatCallFailure(confirm.error)}</Notice>}
          <Button variant="primary" disabled={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
            {confirm.isPending ? "Confirming..." : "Confirm my eReader"}
          </Button>
        </div>
      )}
    </Card>
  );
}
