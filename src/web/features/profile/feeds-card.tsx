import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Rss } from "lucide-react";
import { useState } from "react";

import type { Feed, FeedKind } from "#contract/feeds.ts";
import { feedQuery, makeFeed, removeFeed } from "#web/api/feeds.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import { INPUT_CLASS } from "#web/ui/labelled-box.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

const FEEDS: Record<FeedKind, { title: string; about: string; get: string; label: string }> = {
  podcast: {
    title: "Audiobooks in your podcast app",
    about: "Add this address to your podcast app to listen to the club's audiobooks there, chapters included.",
    get: "Get my podcast address",
    label: "Your podcast address",
  },
  opds: {
    title: "eBooks in your reading app",
    about: "Add this address as a catalog (OPDS) in your reading app to download the club's eBooks there.",
    get: "Get my catalog address",
    label: "Your catalog address",
  },
};

/** Podcast and OPDS addresses (BEYOND 8). */
export function FeedsCard() {
  return (
    <Card title="Your apps" icon={<Rss aria-hidden="true" className="size-5 text-season" />}>
      <div className="space-y-8">
        <OwnFeed kind="podcast" />
        <OwnFeed kind="opds" />
      </div>
    </Card>
  );
}

function OwnFeed({ kind }: { kind: FeedKind }) {
  const { data, error, refetch } = useQuery(feedQuery(kind));
  const { title, about } = FEEDS[kind];
  return (
    <section className="space-y-4">
      <h3 className="text-lg font-semibold">{title}</h3>
      <p className="max-w-measure">{about}</p>
      {data ? (
        <Address kind={kind} feed={data} />
      ) : error ? (
        <LoadError what="your address" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-11 w-full" />
      )}
    </section>
  );
}

function Address({ kind, feed: { url, lastFetchedAt, lastFetchedBy } }: { kind: FeedKind; feed: Feed }) {
  const queries = useQueryClient();
  const [asks, setAsks] = useState<"replace" | "remove" | null>(null);
  const onDone = (saved: Feed) => {
    setAsks(null);
    queries.setQueryData(feedQuery(kind).queryKey, saved);
  };
  const onFailed = () => setAsks(null);
  const make = useOwnAct({
    act: () => makeFeed(kind),
    failed: "No address was made. Please try again.",
    onDone,
    onFailed,
  });
  const remove = useOwnAct({
    act: () => removeFeed(kind),
    failed: "The address wasn't removed. Please try again.",
    onDone,
    onFailed,
  });
  const { get, label } = FEEDS[kind];
  if (url === null)
    return (
      <Button disabled={make.isPending} onClick={() => make.mutate()}>
        {get}
      </Button>
    );
  return (
    <>
      <input
        readOnly
        aria-label={label}
        value={url}
        className={INPUT_CLASS}
        onFocus={({ target }) => target.select()}
      />
      <p className="text-sm text-ink-soft wrap-anywhere">
        {lastFetchedAt === null
          ? "Keep it to yourself: anyone who has it can get the files. No app has used it yet."
          : `Last used ${new Date(lastFetchedAt).toLocaleString()} by ${lastFetchedBy ?? "an unnamed app"}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Copy aria-hidden="true" className="size-5" />}
          onClick={() => void copyText(url, "Address copied")}
        >
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
        title={asks === "replace" ? "Replace this address?" : "Remove this address?"}
        confirm={asks === "replace" ? "Replace it" : "Remove it"}
        isBusy={make.isPending || remove.isPending}
        onConfirm={() => (asks === "replace" ? make.mutate() : remove.mutate())}
        onClose={() => setAsks(null)}
      >
        The old address stops working right away, and apps that use it get nothing more.
      </ConfirmDialog>
    </>
  );
}
