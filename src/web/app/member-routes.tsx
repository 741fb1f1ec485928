import { Route, Routes, useParams } from "react-router";

import { clubQuery } from "#web/api/club.ts";
import { pageCalls } from "#web/api/request.ts";
import { checkSession } from "#web/api/session-actions.ts";
import { fetchHero } from "#web/images/home-hero.ts";
import { seasonFromMeta } from "#web/lib/browser/page-facts.ts";
import { userAtom } from "#web/state/session.ts";
import { SLOW_AFTER } from "#web/state/slow-calls.ts";
import { useIsAdmin } from "#web/state/use-is-admin.ts";

import { hydrateFromCache } from "./hydrate-from-cache.ts";
import { lazyPage } from "./lazy-page.tsx";
import { MEMBER_PAGES } from "./member-pages.ts";
import { EbookPage } from "./pages/ebook.tsx";
import { HomePage } from "./pages/home.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { ClubNav } from "./shell/club-nav.tsx";
import { Shell } from "./shell/shell.tsx";
import { useSessionRecheck } from "./shell/use-session-recheck.ts";

const PAGES = MEMBER_PAGES.map(({ load, ...page }) => ({
  ...page,
  Page: lazyPage(() => load().then(({ Page }) => Page)),
}));

const season = seasonFromMeta();
if (season && location.pathname === "/") fetchHero(season);

// a page's code comes before its first render, not after it
const code = PAGES.findLast(({ to }) => `${location.pathname}/`.startsWith(`${to}/`))
  ?.Page.load()
  .catch(() => undefined);

/** Milliseconds in which a page waits for its code, and for answers once it is known who is here. */
const FIRST_RENDER_TIMEOUT_MS = 500;

type Visit = Parameters<typeof hydrateFromCache>;

/**
 * Before the first render: waits for the page's code, and for the club's answers unless the device has those of the last
 * visit. A page that is drawn once takes a slow phone half as long as one that each answer draws again.
 */
export async function openVisit(...visit: Visit): Promise<void> {
  const isKnown = hydrateFromCache(...visit) || location.pathname === "/auth";
  await (isKnown ? within(FIRST_RENDER_TIMEOUT_MS, code) : firstAnswers(...visit));
}

async function firstAnswers(...[store, queries]: Visit): Promise<void> {
  await within(SLOW_AFTER, checkSession(store, queries));
  if (!store.get(userAtom)) return;
  const answers = pageCalls(location.pathname).map((path) => queries.prefetchQuery({ queryKey: [path] }));
  await within(FIRST_RENDER_TIMEOUT_MS, Promise.all([code, queries.prefetchQuery(clubQuery), ...answers]));
}

const within = (milliseconds: number, work: Promise<unknown> | undefined) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);

export function MemberRoutes() {
  useSessionRecheck();
  const isAdmin = useIsAdmin();
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/ebook" element={<EbookPage />} />
        <Route path="*" element={<NotFoundPage />} />
        {PAGES.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map(({ to, params = "", label, Page }) => (
          <Route
            key={to}
            path={to + params}
            element={
              <>
                {label && <ClubNavUnlessBook />}
                <Page />
              </>
            }
          />
        ))}
      </Route>
    </Routes>
  );
}

/** A book of the shelf isn't one of the tab's pages. */
function ClubNavUnlessBook() {
  const { bookId } = useParams();
  return bookId === undefined && <ClubNav />;
}
