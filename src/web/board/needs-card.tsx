import { ShoppingBasket } from "lucide-react";
import { useState } from "react";

import type { Need } from "#contract/needs.ts";
import { useGet } from "#web/api/use-get.ts";
import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { PendingNote } from "#web/offline/queue/pending-mutations.tsx";
import { usePendingMutation, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** The host's needs. Claims appear on the board like posts (BEYOND 2). */
export function NeedsCard() {
  const { data: meeting } = useGet("GET /api/meetings/current");
  if (meeting?.state !== "planned") return null;
  const openNeeds = meeting.needs.filter(({ left, claims }) => left > 0 || claims.some(({ mine }) => mine));
  if (openNeeds.length === 0) return null;
  return (
    <Card title="Still needed" icon={ShoppingBasket}>
      <ul className="-my-2 divide-y divide-line">
        {openNeeds.map((need) => (
          <NeedEntry key={need.id} need={need} isComing={meeting.mine?.answer !== "no"} />
        ))}
      </ul>
    </Card>
  );
}

function NeedEntry({ need: { id, what, quantity, left, claims }, isComing }: { need: Need; isComing: boolean }) {
  const savedQuantity = claims.find((claim) => claim.mine)?.quantity ?? 0;
  const sendOrQueue = useSendOrQueue<"claim">();
  const pending = usePendingMutation("claim", ({ needId }) => needId === id);
  const ownQuantity = pending ? (pending.quantity ?? 0) : savedQuantity;
  const [count, setCount] = useState(1);
  const maxCount = left + savedQuantity;
  const broughtCount = Math.min(count, maxCount);
  const claim = useMutationWithToast({
    mutationFn: (quantity: number | null) => sendOrQueue({ kind: "claim", needId: id, what, quantity }),
    failed: "That wasn't saved. Please try again.",
  });
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-2 gap-y-2 py-2 sm:gap-x-4">
      <p className="mr-auto min-w-0">
        <bdi className="font-semibold wrap-anywhere">{what}</bdi>{" "}
        <span className="text-sm text-ink-soft">
          {ownQuantity > 0 ? formatClaim(ownQuantity, maxCount - ownQuantity) : `${left} of ${quantity} left`}
        </span>
        {pending && <PendingNote />}
      </p>
      {ownQuantity > 0 ? (
        <Button
          disabled={claim.isPending}
          aria-label={`I can't bring ${ownQuantity === 1 ? "it" : "them"}: ${what}`}
          onClick={ignoreDoubleClick(() => claim.mutate(null))}
        >
          I can't bring {ownQuantity === 1 ? "it" : "them"}
        </Button>
      ) : (
        isComing && (
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            {maxCount > 1 && (
              <Select
                label={`How many of ${what}`}
                isLabelHidden
                className="w-18 sm:w-20"
                value={String(broughtCount)}
                onText={(value) => setCount(Number(value))}
                options={Array.from({ length: maxCount }, (_, index) => [index + 1, String(index + 1)])}
              />
            )}
            <Button
              className="max-sm:px-3"
              disabled={claim.isPending}
              aria-label={`I'll bring ${broughtCount === 1 ? "it" : "them"}: ${what}`}
              onClick={() => claim.mutate(broughtCount)}
            >
              I'll bring {broughtCount === 1 ? "it" : "them"}
            </Button>
          </div>
        )
      )}
    </li>
  );
}

function formatClaim(ownQuantity: number, remaining: number): string {
  return `You're bringing ${ownQuantity}${remaining > 0 ? `, ${remaining} left` : ""}`;
}
