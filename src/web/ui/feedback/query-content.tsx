import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";

import { isSignedOut } from "#web/api/client.ts";
import { formatFailureReason } from "#web/api/failure-reason.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { MouseImage } from "#web/ui/images/mouse-image.tsx";

import { Notice } from "./notice.tsx";
import { SkeletonLines } from "./skeleton.tsx";

export type Query<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown };
type StatusProps = {
  query: Query<unknown>;
  name: string;
  /** The name of what can be missing when a refetch fails. */
  newestName?: string;
  /** The length of a skeleton that stands for text. */
  lines?: number;
  skeleton?: ReactNode;
};
type Props<Data> = StatusProps & { query: Query<Data>; children: (data: Data) => ReactNode };

/** Data stays when a later refetch fails. */
export function QueryContent<Data>({ children, ...props }: Props<Data>) {
  return props.query.data === undefined ? <QueryStatus {...props} /> : children(props.query.data);
}

/** The error or the skeleton of a query whose data the caller shows. It also shows that a later refetch failed. */
export function QueryStatus({ query, name, newestName = name, lines, skeleton }: StatusProps) {
  const { data, error, refetch } = query;
  const isLoaded = data !== undefined;
  if (!error) return isLoaded ? null : lines ? <SkeletonLines lines={lines} /> : skeleton;
  const onRetry = () => void refetch();
  return (
    <LoadError name={isLoaded ? newestName : name} error={error} onRetry={onRetry} className={isLoaded ? "mb-6" : ""} />
  );
}

type Pages = Pick<UseInfiniteQueryResult, "error" | "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError">;
type ShowMoreProps = { query: Pages & { fetchNextPage: () => unknown }; name: string };

/** Below a list that's fetched in pages. */
export function ShowMore({ query, name }: ShowMoreProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const fetchNext = () => void query.fetchNextPage();
  if (isFetchNextPageError)
    return <LoadError name={`more of ${name}`} error={error} onRetry={fetchNext} className="mt-4" />;
  if (!hasNextPage) return null;
  return (
    <Button className="mt-4" disabled={isFetchingNextPage} onClick={fetchNext}>
      {isFetchingNextPage ? "Loading..." : "Show more"}
    </Button>
  );
}

type LoadErrorProps = { name: string; error: unknown; onRetry: () => void; className?: string | undefined };

/** Offline it's one line, because the page has a notice above. */
export function LoadError({ name, error, onRetry, className = "" }: LoadErrorProps) {
  const checkSession = useCheckSession();
  const isOnline = useOnline();
  const isOfflineNoticeShown = useAtomValue(lastSeenAtom) !== null && !isOnline;
  const hasEnded = isSignedOut(error);
  if (isOfflineNoticeShown && !hasEnded)
    return <p className={`text-ink-soft ${className}`}>You'll see {name} once you're back online.</p>;
  return (
    <Notice
      tone="error"
      className={className}
      title={`We couldn't load ${name}`}
      image={!hasEnded && <MouseImage pose="spilled" className="hidden size-20 self-end @3xl:block" />}
      action={
        <Button onClick={hasEnded ? () => void checkSession() : onRetry}>
          {hasEnded ? "Log in again" : "Try again"}
        </Button>
      }
    >
      {formatFailureReason(error, "Can't reach the club. Check your connection and try again.")}
    </Notice>
  );
}
