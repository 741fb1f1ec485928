import { useAtomValue } from "jotai";
import type { ReactNode } from "react";

import { isSignedOut } from "#web/api/client.ts";
import { callFailureText } from "#web/api/failure-reason.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { lastSeenAtom } from "#web/state/last-seen.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { MousePicture } from "#web/ui/images/mouse-picture.tsx";

import { Notice } from "./notice.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  what: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Data stays when a later refetch fails. */
export function QueryContent<Data>({ query: { data, error, refetch }, what, skeleton, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  return error ? <LoadError what={what} error={error} onRetry={() => void refetch()} /> : skeleton;
}

type LoadErrorProps = { what: string; error: unknown; onRetry: () => void; className?: string | undefined };

/** Offline it's one line, because the page has a notice above. */
export function LoadError({ what, error, onRetry, className = "" }: LoadErrorProps) {
  const check = useCheckSession();
  const isOnline = useOnline();
  const isOfflineNoticeShown = useAtomValue(lastSeenAtom) !== null && !isOnline;
  if (isSignedOut(error)) {
    return (
      <Notice
        tone="error"
        className={className}
        title={`We couldn't load ${what}`}
        action={
          <Button variant="quiet" onClick={() => void check()}>
            Log in again
          </Button>
        }
      >
        Session expired. Please log in again.
      </Notice>
    );
  }
  if (isOfflineNoticeShown)
    return <p className={`text-ink-soft ${className}`}>You'll see {what} once you're back online.</p>;
  return (
    <Notice
      tone="error"
      className={className}
      title={`We couldn't load ${what}`}
      picture={<MousePicture pose="spilled" className="hidden size-20 self-end @3xl:block" />}
      action={
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {callFailureText(error)}
    </Notice>
  );
}
