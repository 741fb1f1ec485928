import { atom, useStore } from "jotai";
import { useDeferredValue, useEffect, useState } from "react";
import { useLocation } from "react-router";

import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useRefetchOnReturn } from "#web/api/use-refetch-on-return.ts";
import { BoardCard } from "#web/board/board-card.tsx";
import { NeedsCard } from "#web/board/needs-card.tsx";
import { CurrentBookCard } from "#web/home/current-book-card.tsx";
import { FirstSteps, useFirstSteps } from "#web/home/first-steps.tsx";
import { InstallHint } from "#web/home/install-hint.tsx";
import { MeetingCard } from "#web/home/meeting-card.tsx";
import { SeasonHero } from "#web/home/season-hero.tsx";
import { TeamMessageCard } from "#web/home/team-message-card.tsx";
import { WelcomeCard } from "#web/home/welcome-card.tsx";
import { scrollIntoViewUntilInput } from "#web/lib/hooks/use-focus-hash-target.ts";
import { useIsFirstVisit } from "#web/state/new-member.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { VoteCard } from "#web/votes/vote-card.tsx";

export function HomePage() {
  const { name } = useClub();
  useDocumentTitle("Home");
  // so that two members don't bring the same cheese (BEYOND 2)
  useRefetchOnReturn({
    queries: [query("GET /api/content"), query("GET /api/meetings/current"), query("GET /api/posts")],
    olderThanMs: 60_000,
  });
  const isAdmin = useIsAdmin();
  const isFirst = useIsFirstPage();
  const isNew = useIsFirstVisit();
  const steps = useFirstSteps(isAdmin);
  // content that would be pushed down waits
  const showsAll = useDeferredValue(true, !isFirst) && steps !== undefined;
  return (
    <div className="space-y-2 sm:space-y-8 print:space-y-3">
      <h1 className="sr-only">Home</h1>
      <p aria-hidden="true" className="hidden font-title text-2xl font-semibold print:block">
        {name}
      </p>
      <SeasonHero />
      <div className={GRID_CLASS}>
        <div className={`${COLUMN_CLASS} lg:col-start-2 print:[grid-area:meeting]`}>
          {steps && <FirstSteps steps={steps} />}
          {isNew && <WelcomeCard />}
          {steps !== undefined && <MeetingCard />}
        </div>
        {showsAll ? <LowerCards isNew={isNew} /> : <div className="col-span-full min-h-screen" />}
      </div>
    </div>
  );
}

const wasHomeShownAtom = atom(false);

/** False after a navigation or Back, where the browser restores the scroll position as soon as the page has its height. */
function useIsFirstPage(): boolean {
  const store = useStore();
  const { key } = useLocation();
  const [isFirst] = useState(() => key === "default" && !store.get(wasHomeShownAtom));
  useEffect(() => store.set(wasHomeShownAtom, true), [store]);
  return isFirst;
}

/** Scrolls to the board for the app's shortcut, because the browser looks for the hash before the board is rendered. */
const showBoard = (board: HTMLElement | null) =>
  board && location.hash === "#board" ? scrollIntoViewUntilInput(board) : undefined;

/** On wide screens, the second row takes the height that the left column needs beyond the meeting. */
const GRID_CLASS = [
  "grid grid-cols-1 items-start gap-3 *:min-w-0 sm:gap-8 print:gap-3 lg:grid-cols-[1.35fr_1fr] lg:grid-rows-[auto_1fr]",
  'print:grid-cols-[1.35fr_1fr] print:grid-rows-none print:[grid-template-areas:"welcome_meeting"_"book_book"_"board_message"]',
].join(" ");
const COLUMN_CLASS = "flex flex-col gap-3 sm:gap-8";

function LowerCards({ isNew }: { isNew: boolean }) {
  return (
    <>
      <div className={`${COLUMN_CLASS} lg:col-start-1 lg:row-span-2 lg:row-start-1 print:contents`}>
        {/* the member's positions would push down what is below the book */}
        <div
          className={`${COLUMN_CLASS} [&:has([data-positions=loading])>:not(:first-child)]:invisible print:[grid-area:book]`}
        >
          <CurrentBookCard />
          <NeedsCard />
          <VoteCard />
        </div>
        <div className="print:[grid-area:message]">
          <TeamMessageCard />
        </div>
      </div>
      <div className={`${COLUMN_CLASS} lg:col-start-2 print:contents`}>
        <div id="board" ref={showBoard} className="print:[grid-area:board]">
          <BoardCard />
        </div>
        <div className={`${COLUMN_CLASS} print:[grid-area:welcome]`}>
          {!isNew && <WelcomeCard />}
          <InstallHint />
        </div>
      </div>
    </>
  );
}
