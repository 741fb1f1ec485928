import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import { Navigate } from "react-router";

import { sessionAtom } from "#web/state/session.ts";
import { Spinner } from "#web/ui/spinner.tsx";

/** A spinner while the session loads, /auth without a user, else the shell with its page (SPEC 2). */
export function MembersOnly({ shell }: { shell: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const spinner = <Spinner className="min-h-dvh" />;
  if (session.status === "loading") return spinner;
  if (session.status !== "signed-in") return <Navigate to="/auth" replace />;
  return <Suspense fallback={spinner}>{shell}</Suspense>;
}
