import { Rss } from "lucide-react";

import type { FeedKind } from "#contract/feeds.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { SecretUrl } from "./secret-url.tsx";

const FEEDS: Record<FeedKind, { title: string; description: string; name: string }> = {
  podcast: {
    title: "Audiobooks in your podcast app",
    description: "Add this address to your podcast app to listen to the club's audiobooks there, chapters included.",
    name: "podcast address",
  },
  opds: {
    title: "eBooks in your reading app",
    description: "Add this address as a catalog (OPDS) in your reading app to download the club's eBooks there.",
    name: "catalog address",
  },
};

export function FeedsCard() {
  return (
    <Card title="Your apps" icon={Rss} className="space-y-8">
      <OwnFeed kind="podcast" />
      <OwnFeed kind="opds" />
    </Card>
  );
}

function OwnFeed({ kind }: { kind: FeedKind }) {
  const params = { kind };
  const result = useGet("GET /api/profile/feeds/:kind", { params });
  const { title, description, name } = FEEDS[kind];
  return (
    <section className="space-y-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="max-w-measure">{description}</p>
      <QueryContent query={result} name="your address" skeleton={<Skeleton className="h-11 w-full" />}>
        {({ url, lastFetchedAt, lastFetchedBy }) => (
          <SecretUrl
            url={url}
            name={name}
            warning="The old address stops working right away, and apps that use it get nothing more."
            create={() => call("POST /api/profile/feeds/:kind", { params })}
            remove={() => call("DELETE /api/profile/feeds/:kind", { params })}
            query={query("GET /api/profile/feeds/:kind", { params })}
          >
            <p className="text-sm text-ink-soft wrap-anywhere">
              {lastFetchedAt === null
                ? "Keep it to yourself: anyone who has it can get the files. No app has used it yet."
                : `Last used ${formatMoment(lastFetchedAt)} by ${lastFetchedBy ?? "an unnamed app"}.`}
            </p>
          </SecretUrl>
        )}
      </QueryContent>
    </section>
  );
}
