import { useAtomValue } from "jotai";
import { Fragment, type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";

import { withReturnPath } from "#web/lib/browser/return-path.ts";
import { sessionAtom } from "#web/state/session.ts";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";

/** A spinner while the session loads, /auth when signed out, else the page (SPEC 2). */
export function MembersOnly({ shell }: { shell: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const isLoading = session.status === "loading";
  const isSignedIn = session.status === "signed-in";
  const location = useLocation();
  // a sign-out on this page doesn't lead back to it, for this member or the next
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true);
  const isReturning = !wasSignedIn || (session.status === "signed-out" && session.ended === true);
  if (!isLoading && !isSignedIn)
    return <Navigate to="/auth" replace state={isReturning ? withReturnPath(location) : null} />;
  // another member's pages mount again, without the previous member's state
  const member = isSignedIn ? session.user.id : "unknown";
  return <Fragment key={member}>{isLoading ? <Spinner className="min-h-dvh" /> : shell}</Fragment>;
}
