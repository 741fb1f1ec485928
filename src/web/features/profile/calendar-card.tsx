import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarSync, Copy } from "lucide-react";
import { useState } from "react";

import { calendarQuery, makeCalendarAddress, removeCalendarAddress } from "#web/api/profile.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { INPUT_CLASS } from "#web/ui/labelled-box.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

const ICON = { "aria-hidden": true, className: "size-5" } as const;

/** The member's calendar subscription (BEYOND 3). */
export function CalendarCard() {
  const { data, error, refetch } = useQuery(calendarQuery);
  return (
    <Card title="Meetings in your calendar" icon={<CalendarSync aria-hidden="true" className="size-5 text-season" />}>
      {data ? (
        <CalendarAddress url={data.url} />
      ) : error ? (
        <LoadError what="your calendar address" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Card>
  );
}

function CalendarAddress({ url }: { url: string | null }) {
  const queries = useQueryClient();
  const [asks, setAsks] = useState<"replace" | "remove" | null>(null);
  const onDone = (saved: { url: string | null }) => {
    setAsks(null);
    queries.setQueryData(calendarQuery.queryKey, saved);
  };
  const onFailed = () => setAsks(null);
  const make = useOwnAct({
    act: makeCalendarAddress,
    failed: "No address was made. Please try again.",
    onDone,
    onFailed,
  });
  const remove = useOwnAct({
    act: removeCalendarAddress,
    failed: "The address wasn't removed. Please try again.",
    onDone,
    onFailed,
  });
  if (url === null)
    return (
      <div className="space-y-4">
        <p className="max-w-measure">
          Subscribe once, and every meeting appears in your calendar app and stays up to date when it changes.
        </p>
        <Button disabled={make.isPending} onClick={() => make.mutate()}>
          Get my calendar address
        </Button>
      </div>
    );
  return (
    <div className="space-y-4">
      <p className="max-w-measure">
        Subscribe to this address in your calendar app. Keep it to yourself: whoever has it sees the meetings and your
        answers.
      </p>
      <input
        readOnly
        aria-label="Your calendar address"
        value={url}
        className={INPUT_CLASS}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <a href={url.replace(/^https?:/, "webcal:")} className={buttonClass()}>
          Subscribe
        </a>
        <Button variant="quiet" icon={<Copy {...ICON} />} onClick={() => void copyText(url, "Address copied")}>
          Copy
        </Button>
        <Button variant="quiet" onClick={() => setAsks("replace")}>
          Replace
        </Button>
        <Button variant="caution" onClick={() => setAsks("remove")}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asks !== null}
        title={asks === "replace" ? "Replace your calendar address?" : "Remove your calendar address?"}
        confirm={asks === "replace" ? "Replace it" : "Remove it"}
        isBusy={make.isPending || remove.isPending}
        onConfirm={() => (asks === "replace" ? make.mutate() : remove.mutate())}
        onClose={() => setAsks(null)}
      >
        The old address stops working right away, and calendar apps that use it stop updating.
      </ConfirmDialog>
    </div>
  );
}
