import { useAtomValue } from "jotai";
import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";

import { useClub } from "#web/api/club.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useReturnPath } from "#web/lib/browser/return-path.ts";
import { useListener } from "#web/lib/hooks/use-listener.ts";
import { type Session, sessionAtom } from "#web/state/session.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";

import { AuthCard } from "./auth-card.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { parseSignInLink, type SignInMethod } from "./sign-in-method.ts";

const OtherSignIn = lazy(() => import("./other-sign-in.tsx").then(({ OtherSignIn }) => ({ default: OtherSignIn })));

const TITLES: Record<SignInMethod["kind"], string> = {
  setup: "Set up the club",
  reset: "Set a new password",
  forgot: "Forgot your password?",
  device: "Sign in",
};

/** Login and registration (SPEC 2). `?invite=` fills in the form, `?setup=` creates the first admin. */
export function AuthPage() {
  const session = useAtomValue(sessionAtom);
  const club = useClub();
  const [isEntering, setEntering] = useState(false);
  const { invite, method, setMethod } = useLink();
  const returnPath = useReturnPath();
  useDocumentTitle(invite ? "Join the club" : TITLES[method?.kind ?? "device"]);

  // a reset link also works while signed in
  if (session.status === "signed-in" && !isEntering && method?.kind !== "reset")
    return <Navigate to={returnPath} replace />;
  const isLoading = session.status === "loading";
  return (
    <AuthFrame
      name={club.name}
      notice={<SessionNotice session={session} />}
      foot={isLoading ? "\u00a0" : `Reading together since ${club.since}`}
    >
      {isLoading ? (
        <Spinner label="Loading..." className="min-h-[30.625rem]" />
      ) : method ? (
        <Suspense fallback={<Spinner className="min-h-[30.625rem]" />}>
          <OtherSignIn method={method} onMethod={setMethod} onEnter={() => setEntering(true)} />
        </Suspense>
      ) : (
        <AuthCard invite={invite} onEnter={() => setEntering(true)} onMethod={setMethod} />
      )}
    </AuthFrame>
  );
}

/** Reads secrets from the address and removes them from the history. An invitation survives a reload. */
function useLink() {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const address = search + hash;
  const [link, setLink] = useState(() => parseSignInLink(address, state));
  // a code opened in the same tab changes only the hash
  if (address && address !== link.address) setLink(parseSignInLink(address));
  useEffect(() => {
    if (address) void navigate("/auth", { replace: true, state: { ...state, invite: link.invite } });
  }, [address, link.invite, navigate, state]);
  return { ...link, setMethod: (method: SignInMethod | null) => setLink({ ...link, method }) };
}

/** Why the visitor was signed out, or the user check failed (SPEC 4). */
function SessionNotice({ session }: { session: Session }) {
  const check = useCheckSession();
  const hasFailed = session.status === "error";
  // a member who opened the app offline isn't asked for a password once online
  useListener("online", () => void check(), hasFailed);
  if (session.status === "signed-out" && session.ended) {
    return (
      <Notice className="mb-5">
        {navigator.cookieEnabled
          ? "Your session has ended. Please sign in again."
          : "Your browser blocks cookies. Allow them for this site to sign in."}
      </Notice>
    );
  }
  if (session.status !== "error") return null;
  return (
    <Notice
      tone="error"
      className="mb-5"
      title="We couldn't check whether you're signed in"
      action={<Button onClick={() => void check()}>Try again</Button>}
    >
      {session.message}
    </Notice>
  );
}
