import { Tablet } from "lucide-react";

import { call } from "#web/api/call.ts";
import { callFailureText } from "#web/api/failure-reason.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** Needs a press, because mail scanners open every link. */
export function ConfirmCard({ token }: { token: string }) {
  const confirm = useMutationWithToast({
    mutationFn: (token: string) => call("POST /api/ereader/confirm", { body: { token } }),
  });
  return (
    <Card title="Your eReader" icon={Tablet}>
      {token === "" ? (
        <Notice tone="error">This link is incomplete. Copy all of it from the email.</Notice>
      ) : confirm.data ? (
        <Notice title="Confirmed">
          <p className="wrap-anywhere">Books can now be sent to {confirm.data.ereaderEmail}.</p>
        </Notice>
      ) : (
        <div className="space-y-4">
          <p>Confirm that this eReader is yours, so the club can send eBooks to it.</p>
          {confirm.error && <Notice tone="error">{callFailureText(confirm.error)}</Notice>}
          <Button disabled={confirm.isPending} onClick={() => confirm.mutate(token)}>
            {confirm.isPending ? "Confirming..." : "Confirm my eReader"}
          </Button>
        </div>
      )}
    </Card>
  );
}
