import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";

import { serverMessage } from "#web/api/client.ts";
import { disablePush, enablePush, isPushSupported, pushStateQuery } from "#web/api/push.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** Off by default; hidden if unsupported. */
export function PushCard() {
  const { data: { isOn, refused } = {} } = useQuery({ ...pushStateQuery, enabled: isPushSupported() });
  const change = useMutationWithToast({
    mutationFn: () => (isOn ? disablePush() : enablePush()),
    failed: "Couldn't change notifications.",
    // The browser's message explains the error, too.
    explain: (_, error) => serverMessage(error) ?? error.message,
  });
  if (!isPushSupported()) return null;
  return (
    <Card title="Notifications" icon={Bell}>
      <p className="mb-4 max-w-measure">
        {isOn
          ? "You get notifications on this device: a new book, a vote, and a meeting that moves or is tomorrow."
          : "Get notifications on this device: a new book, a vote, and a meeting that moves or is tomorrow."}
      </p>
      {refused && (
        <Notice tone="error" title="The last one didn't get through">
          {refused}. Switch notifications off and on again. If that doesn't help, tell an admin.
        </Notice>
      )}
      <Button
        variant={isOn ? "quiet" : "primary"}
        disabled={isOn === undefined}
        isWaiting={change.isPending}
        onClick={() => change.mutate()}
      >
        {isOn ? "Turn off" : "Turn on"}
      </Button>
    </Card>
  );
}
