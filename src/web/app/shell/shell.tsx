import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { lazy, type RefObject, Suspense, useCallback, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";

import { audiobookProgressQuery } from "#web/api/progress.ts";
import { useGet } from "#web/api/use-get.ts";
import { useOnPageReturn } from "#web/api/use-refetch-on-return.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { retryImport } from "#web/lib/browser/retry.ts";
import { useFocusRestoration } from "#web/lib/hooks/use-focus-restoration.ts";
import { useScrollAnchoring } from "#web/lib/hooks/use-scroll-anchoring.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { isStarted } from "#web/listening/player/chapters.ts";
import { LastUpdated, useIsUpdating } from "#web/offline/last-updated.tsx";
import { RejectedMutations } from "#web/offline/queue/rejected-mutations.tsx";
import { useOfflineQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useSendProgress } from "#web/progress/use-send-progress.ts";
import { isPlayerHiddenAtom, listeningAtom } from "#web/state/listening.ts";
import { userAtom, verifiedUserAtom } from "#web/state/session.ts";
import { unsavedAtom } from "#web/state/unsaved.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { toastAtom } from "#web/ui/feedback/toast.ts";
import { Link } from "#web/ui/layout/link.tsx";

import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { NavigationGuard } from "./navigation-guard.tsx";
import { PAGE_CLASS } from "./page-frame.tsx";
import { useRefetchStaleOnReturn } from "./use-refetch-stale-on-return.ts";

// rarely shown, so it loads after the page
const CaptivePortalNotice = lazy(() =>
  retryImport(() => import("#web/offline/captive-portal-notice.tsx")).then(({ CaptivePortalNotice }) => ({
    default: CaptivePortalNotice,
  })),
);

/** The worker fetches sixty files, which would compete with the first page's images. */
const WORKER_DELAY_MS = 3000;

export function Shell() {
  const { pathname, hash } = useLocation();
  const store = useStore();
  // the shell unmounts at sign-out, which stops the book
  useEffect(() => () => store.get(listeningAtom)?.end(), [store]);
  useTimeout(registerWorker, WORKER_DELAY_MS);
  useAppBadge();
  const userId = useAtomValue(userAtom)?.id;
  // a note is about a position, which has to reach the server first
  useOfflineQueue(userId, useSendProgress(useAtomValue(verifiedUserAtom)?.id));
  useRefetchStaleOnReturn(pathname);
  const main = useFocusOnNavigation(pathname, hash);
  const shell = useRef<HTMLDivElement>(null);
  // the reader is full-screen
  const isReading = /^\/read(?:\/|$)/.test(pathname);
  useDismissToastInReader(isReading);
  const canReload = useCallback(
    () => !isReading && !hasFieldText() && store.get(unsavedAtom).size === 0 && !store.get(listeningAtom)?.isPlaying(),
    [isReading, store],
  );
  return (
    <div ref={shell} className="flex min-h-dvh flex-col pb-(--tab-bar) print:min-h-0 print:pb-0">
      <a
        href="#page"
        className="sr-only rounded-md bg-wine-solid px-4 py-3 font-semibold text-on-solid focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to the page
      </a>
      {!isReading && <Header />}
      <main ref={main} id="page" tabIndex={-1} className={PAGE_CLASS}>
        <ScrollAnchoring page={main} />
        <Suspense fallback={null}>
          <CaptivePortalNotice canReload={canReload} />
        </Suspense>
        <PasswordReminder />
        <RejectedMutations />
        <ErrorBoundary key={pathname} canReload={() => !store.get(listeningAtom)?.isPlaying()}>
          <Outlet />
        </ErrorBoundary>
      </main>
      {!isReading && <Footer />}
      <div className="sticky bottom-(--tab-bar) z-20 print:hidden">
        <LastUpdated />
        {!isReading && <PlayerDock />}
      </div>
      <NavigationGuard />
      <FocusRestoration shell={shell} />
    </div>
  );
}

/** A separate component, because otherwise each response would render the whole page again. */
function ScrollAnchoring({ page }: { page: RefObject<HTMLElement | null> }) {
  useScrollAnchoring(page, useIsUpdating());
  return null;
}

function FocusRestoration({ shell }: { shell: RefObject<HTMLElement | null> }) {
  const client = useQueryClient();
  useFocusRestoration(shell, useIsMutating() > 0, () => client.isMutating() > 0);
  return null;
}

function hasFieldText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    "textarea, input:not([type=checkbox], [type=radio], [type=range])",
  );
  return [...fields].some(({ value, readOnly }) => value !== "" && !readOnly);
}

function registerWorker(): void {
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch((error: unknown) => logProblem("No service worker", error));
}

function useAppBadge(): void {
  useOnPageReturn(() => {
    if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => undefined);
  });
}

/** Moves focus and scroll to the page's start, as a full page load would. The page itself handles a hash. */
function useFocusOnNavigation(pathname: string, hash: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (hash) return;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return main;
}

/** Dismisses the previous page's toast as the reader opens, which it would cover. An error stays. */
function useDismissToastInReader(isReading: boolean): void {
  const setToast = useSetAtom(toastAtom);
  useEffect(() => {
    if (isReading) setToast((toast) => (toast?.style === "destructive" ? toast : undefined));
  }, [isReading, setToast]);
}

/** After an admin's reset, until the member sets a password (DESIGN 3). */
function PasswordReminder() {
  const user = useAtomValue(userAtom);
  if (!user?.passwordIsTemporary) return null;
  return (
    <Notice className="mb-6 sm:mb-8" title="You signed in with a temporary password">
      It works for 7 days. Please{" "}
      <Link to="/profile#password" className="font-semibold text-season underline underline-offset-4">
        set your own password
      </Link>{" "}
      before then.
    </Notice>
  );
}

const fetchPlayer = () => retryImport(() => import("#web/listening/mini-player.tsx"));
const MiniPlayer = lazy(() => fetchPlayer().then(({ MiniPlayer }) => ({ default: MiniPlayer })));
const ResumedPlayer = lazy(() => fetchPlayer().then(({ ResumedPlayer }) => ({ default: ResumedPlayer })));

function PlayerDock() {
  const user = useAtomValue(userAtom);
  const controls = useAtomValue(listeningAtom);
  const { data: book } = useGet("GET /api/books/current", { enabled: user !== undefined });
  const { data: progress } = useQuery(audiobookProgressQuery(book));
  const isHidden = useAtomValue(isPlayerHiddenAtom);
  const canResume = !isHidden && user && book && progress && isStarted(progress.currentTime, book.audiobookSeconds);
  return <Suspense fallback={null}>{controls ? <MiniPlayer /> : canResume && <ResumedPlayer book={book} />}</Suspense>;
}
