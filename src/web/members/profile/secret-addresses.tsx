import { CalendarSync, Copy, Rss } from "lucide-react";
import type { ReactNode } from "react";

import type { FeedKind } from "#contract/feeds.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { type MutationWithToastOptions, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button, buttonClass } from "#web/ui/forms/button.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labeled-control.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { copyText } from "#web/ui/text/share-button.tsx";

const FEEDS: Record<FeedKind, { title: string; description: string; createLabel: string; label: string }> = {
  podcast: {
    title: "Audiobooks in your podcast app",
    description: "Add this address to your podcast app to listen to the club's audiobooks there, chapters included.",
    createLabel: "Get my podcast address",
    label: "Your podcast address",
  },
  opds: {
    title: "eBooks in your reading app",
    description: "Add this address as a catalog (OPDS) in your reading app to download the club's eBooks there.",
    createLabel: "Get my catalog address",
    label: "Your catalog address",
  },
};

export function FeedsCard() {
  return (
    <Card title="Your apps" icon={Rss}>
      <div className="space-y-8">
        <OwnFeed kind="podcast" />
        <OwnFeed kind="opds" />
      </div>
    </Card>
  );
}

function OwnFeed({ kind }: { kind: FeedKind }) {
  const params = { kind };
  const result = useGet("GET /api/profile/feeds/:kind", { params });
  const { title, description, createLabel, label } = FEEDS[kind];
  return (
    <section className="space-y-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="max-w-measure">{description}</p>
      <QueryContent query={result} name="your address" skeleton={<Skeleton className="h-11 w-full" />}>
        {({ url, lastFetchedAt, lastFetchedBy }) => (
          <SecretAddress
            url={url}
            name="this address"
            label={label}
            get={createLabel}
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
          </SecretAddress>
        )}
      </QueryContent>
    </section>
  );
}

export function CalendarCard() {
  const result = useGet("GET /api/profile/calendar");
  return (
    <Card id="calendar" title="Meetings in your calendar" icon={CalendarSync}>
      <QueryContent query={result} name="your calendar address" skeleton={<Skeleton className="h-24 w-full" />}>
        {(data) => <CalendarAddress url={data.url} />}
      </QueryContent>
    </Card>
  );
}

function CalendarAddress({ url }: { url: string | null }) {
  return (
    <div className="space-y-4">
      <p className="max-w-measure">
        {url === null
          ? "Subscribe once, and every meeting appears in your calendar app and stays up to date when it changes."
          : "Subscribe to this address in your calendar app. Keep it to yourself: anyone who has it sees the meetings and your answers."}
      </p>
      <SecretAddress
        url={url}
        name="your calendar address"
        label="Your calendar address"
        get="Get my calendar address"
        warning="The old address stops working right away, and calendar apps that use it stop updating."
        create={() => call("POST /api/profile/calendar")}
        remove={() => call("DELETE /api/profile/calendar")}
        query={query("GET /api/profile/calendar")}
        action={
          <a href={url?.replace(/^https?:/, "webcal:")} className={buttonClass()}>
            Subscribe
          </a>
        }
      />
      {url !== null && (
        <ul className="max-w-measure list-disc space-y-1 pl-5 text-sm">
          <li>iPhone, iPad or Mac: press Subscribe.</li>
          <li>
            Google Calendar, on a computer: next to “Other calendars”, press + and “From URL”, and paste the address.
            Changes can take a day to appear.
          </li>
          <li>Outlook: press “Add calendar” and “Subscribe from web”, and paste the address.</li>
        </ul>
      )}
    </div>
  );
}

type Props<Saved> = {
  url: string | null;
  /** E.g. 'your calendar address'. */
  name: string;
  label: string;
  get: string;
  /** The effect of replacing or removing it. */
  warning: string;
  create: () => Promise<Saved>;
  remove: () => Promise<Saved>;
  query: NonNullable<MutationWithToastOptions<void, Saved>["updatesQuery"]>;
  /** The main button; Copy if omitted. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Creates a secret URL on request, and replaces or removes it after a confirmation. */
function SecretAddress<Saved>({ url, name, label, get, warning, query, action, children, ...calls }: Props<Saved>) {
  const createAddress = useMutationWithToast({
    mutationFn: calls.create,
    failed: "Couldn't create the address. Please try again.",
    updatesQuery: query,
  });
  const remove = useMutationWithToast({
    mutationFn: calls.remove,
    failed: "The address wasn't removed. Please try again.",
    updatesQuery: query,
  });
  const isPending = createAddress.isPending || remove.isPending;
  if (url === null)
    return (
      <Button disabled={isPending} onClick={() => createAddress.mutate()}>
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
      {children}
      <div className="flex flex-wrap gap-2">
        {action}
        <Button variant={action ? "quiet" : "primary"} icon={Copy} onClick={() => void copyText(url, "Address copied")}>
          Copy
        </Button>
        <ConfirmButton
          variant="quiet"
          disabled={isPending}
          label="Replace"
          title={`Replace ${name}?`}
          confirm="Replace it"
          onConfirm={createAddress.mutate}
        >
          {warning}
        </ConfirmButton>
        <ConfirmButton
          variant="caution"
          disabled={isPending}
          label="Remove"
          title={`Remove ${name}?`}
          confirm="Remove it"
          onConfirm={remove.mutate}
        >
          {warning}
        </ConfirmButton>
      </div>
    </>
  );
}
