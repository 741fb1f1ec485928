import { useAtomValue } from "jotai";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";

import { useClub } from "#web/api/club.ts";
import { AuthCard } from "#web/features/auth/auth-card.tsx";
import { SeasonPanel } from "#web/features/auth/season-panel.tsx";
import { SetUpForm } from "#web/features/auth/set-up-form.tsx";
import { useDocumentTitle } from "#web/lib/use-document-title.ts";
import { useCheckSession } from "#web/state/session-actions.ts";
import { sessionAtom } from "#web/state/session.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Login and registration, alone on the page (SPEC 2). `?invite=` fills the form, `?setup=` makes the first admin. */
export function AuthPage() {
  const session = useAtomValue(sessionAtom);
  const club = useClub();
  const check = useCheckSession();
  const [query] = useSearchParams();
  const [entering, setEntering] = useState(false);
  useDocumentTitle("Sign in");

  if (session.status === "signed-in" && !entering) return <Navigate to="/" replace />;
  const setupCode = query.get("setup");
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_minmax(32rem,1fr)]">
      <SeasonPanel />
      <main className="mx-auto w-full max-w-md px-4 py-8 lg:my-auto lg:py-5">
        <div className="mb-5 text-center">
          <BrandMark className="mx-auto mb-3 size-16" />
          <h1 className={`text-3xl ${club.isKnown ? "" : "invisible"}`}>{club.name}</h1>
          <p className="mt-2 font-title text-lg text-ink-soft">Great Synopses and Sips of Wine</p>
        </div>
        {session.status === "error" && (
          <Notice
            tone="error"
            className="mb-5"
            title="We could not check whether you are signed in"
            action={
              <Button look="quiet" onClick={() => void check()}>
                Try again
              </Button>
            }
          >
            {session.message}
          </Notice>
        )}
        <div className="rounded-lg border border-line bg-sheet p-6 pb-4 shadow-page sm:px-8 sm:pt-7">
          {session.status === "loading" && <Spinner label="Loading..." className="min-h-80" />}
          {session.status !== "loading" && setupCode && (
            <SetUpForm code={setupCode} onEnter={() => setEntering(true)} />
          )}
          {session.status !== "loading" && !setupCode && (
            <AuthCard invite={query.get("invite") ?? ""} onEnter={() => setEntering(true)} />
          )}
        </div>
        {session.status !== "loading" && (
          <p className="mt-5 text-center text-sm text-ink-soft">Reading together since {club.since}</p>
        )}
      </main>
    </div>
  );
}
