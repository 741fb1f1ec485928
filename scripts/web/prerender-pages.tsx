import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createStore, Provider } from "jotai";
import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";

import { BOOK_SLOTS, PLACEHOLDERS, type PrerenderedPage } from "#contract/first-paint.ts";
import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { App } from "#web/app/app.tsx";
import { LinkPage } from "#web/app/pages/link-page.tsx";
import { ClubNav } from "#web/app/shell/club-nav.tsx";
import { HeaderFrame, PAGE_CLASS } from "#web/app/shell/page-frame.tsx";
import { SeasonHero } from "#web/home/season-hero.tsx";
import { LinkPlaceholder } from "#web/meetings/link-placeholder.tsx";
import { AuthFrame } from "#web/members/auth/auth-frame.tsx";
import { BookLoadingScreen } from "#web/reading/book-loading-screen.tsx";
import { ShelfHeading, ShelfSkeleton } from "#web/shelf/shelf-skeleton.tsx";
import { seasonAtom } from "#web/state/season.ts";
import { sessionAtom } from "#web/state/session.ts";
import { TalkHeading } from "#web/talk/talk-heading.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";

/** Renders what users see before the app loads. */
export async function drawFirstPaint(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const season of Object.keys(SEASON_NAMES) as Season[]) {
    await Bun.write(join(folder, `auth-${season}.html`), drawPage({ path: "/auth", season }, renderSignIn));
    await Bun.write(join(folder, `auth-frame-${season}.html`), drawFrame(SIGN_IN_FRAME, { path: "/auth", season }));
    await Bun.write(join(folder, `home-${season}.html`), drawFrame(TOP_OF_HOME, { season }));
  }
  await Bun.write(join(folder, "link.html"), drawFrame(LINK_PAGE, {}));
  for (const [name, page] of Object.entries(MEMBER_PAGES))
    await Bun.write(join(folder, `${name}.html`), drawFrame(page, { path: `/${name}` }));
  await Bun.write(join(folder, "member.html"), renderToStaticMarkup(<Spinner className="min-h-dvh" />));
}

/** For URLs of other sign-in forms, which have their own chunks. */
const SIGN_IN_FRAME = (
  <AuthFrame name={PLACEHOLDERS.name} foot={`Reading together since ${PLACEHOLDERS.since}`}>
    <Spinner label="Loading..." className="min-h-[30.625rem]" />
  </AuthFrame>
);

const LINK_PAGE = (
  <LinkPage title="">
    <LinkPlaceholder name="" query={{ data: undefined, error: null, refetch: () => undefined }} />
  </LinkPage>
);

const TOP_OF_HOME = inShell(
  <>
    <SeasonHero />
    <Spinner />
  </>,
);

/** The server fills it in a member's page. */
const Slot = ({ html, className = "" }: { html: string; className?: string }) => (
  // oxlint-disable-next-line react/no-danger -- a comment of our own
  <span className={className} dangerouslySetInnerHTML={{ __html: html }} />
);

const COVERS = [1, 2, 3, 4, 5, 6].map((book) => (
  <Slot key={book} html={BOOK_SLOTS.cover} className="block aspect-2/3 overflow-hidden rounded-sm bg-line/70" />
));

/** Pages with a title or images before the app runs. */
const MEMBER_PAGES: Readonly<Record<PrerenderedPage, ReactNode>> = {
  read: <BookLoadingScreen title={<Slot html={BOOK_SLOTS.title} />} />,
  shelf: inShell(
    <>
      <ClubNav />
      <ShelfHeading />
      <ShelfSkeleton covers={COVERS} />
    </>,
  ),
  talk: inShell(
    <>
      <ClubNav />
      <div className="mx-auto max-w-3xl">
        <TalkHeading />
        <Spinner className="min-h-60" />
      </div>
    </>,
  ),
};

function inShell(page: ReactNode): ReactNode {
  return (
    <>
      <HeaderFrame name={PLACEHOLDERS.name} />
      <main className={PAGE_CLASS}>{page}</main>
    </>
  );
}

type View = { path?: string; season?: Season };

/** The app hydrates this form. */
const renderSignIn = (queryClient: QueryClient, inApp: (page: ReactNode) => ReactNode) =>
  renderToString(inApp(<App queryClient={queryClient} />));

/** The app replaces a frame. */
const drawFrame = (page: ReactNode, view: View) =>
  drawPage(view, (queryClient, inApp) =>
    renderToStaticMarkup(inApp(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)),
  );

function drawPage({ path = "/", season = "spring" }: View, render: typeof renderSignIn): string {
  const queryClient = createQueryClient();
  queryClient.setQueryData(["/api/club"], PLACEHOLDERS);
  const store = createStore();
  store.set(seasonAtom, season);
  store.set(sessionAtom, { status: "signed-out" });
  const html = render(queryClient, (page) => (
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>
    </Provider>
  ));
  // its timers would delay the end of the build by five minutes
  queryClient.clear();
  // React preloads images that the page preloads itself
  return new HTMLRewriter().on("link", { element: (preload) => void preload.remove() }).transform(html);
}
