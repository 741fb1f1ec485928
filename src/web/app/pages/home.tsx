import { useDeferredValue, useState } from "react";

import { useClub } from "#web/api/club.ts";
import { contentQuery } from "#web/api/content.ts";
import { currentMeetingQuery } from "#web/api/current-meeting.ts";
import { postsQuery } from "#web/api/posts.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useRefetchOnReturn } from "#web/api/use-refetch-on-return.ts";
import { BoardCard } from "#web/features/board/board-card.tsx";
import { CurrentBookCard } from "#web/features/home/current-book-card.tsx";
import { InstallHint } from "#web/features/home/install-hint.tsx";
import { MeetingCard } from "#web/features/home/meeting-card.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { TeamMessageCard } from "#web/features/home/team-message-card.tsx";
import { WelcomeCard } from "#web/features/home/welcome-card.tsx";
import { VoteCard } from "#web/features/votes/vote-card.tsx";
import { keepInView } from "#web/lib/keep-in-view.ts";
import { isFirstPage } from "#web/lib/page-facts.ts";
import { isRegularVisit } from "#web/state/visits.ts";

export function HomePage() {
  const { name } = useClub();
  useDocumentTitle("Home");
  // so two people don't bring the same cheese (BEYOND 2)
  useRefetchOnReturn({ queries: [contentQuery, currentMeetingQuery, postsQuery], olderThanMs: 60_000 });
  const [isFirst] = useState(isFirstPage);
  const isWhole = useDeferredValue(true, !isFirst);
  const [isRegular] = useState(isRegularVisit);
  return (
    <div className="space-y-6 sm:space-y-8 print:space-y-3">
      <h1 className="sr-only">Home</h1>
      <p aria-hidden="true" className="hidden font-title text-2xl font-semibold print:block">
        {name}
      </p>
      <SeasonHero isLow={isRegular} />
      <div className={`${GRID} ${isRegular ? REGULAR_AREAS : AREAS}`}>
        {!isRegular && welcome}
        <div className="lg:[grid-area:meeting] print:[grid-area:meeting]">
          <MeetingCard />
        </div>
        {isWhole ? <LowerCards isRegular={isRegular} /> : <div className="col-span-full min-h-screen" />}
      </div>
    </div>
  );
}

/** For the app's shortcut: the browser looked for the board too early. */
const showBoard = (board: HTMLElement | null) => (board && location.hash === "#board" ? keepInView(board) : undefined);

/** One column in page order on phones; wide screens and paper use areas. */
const GRID = [
  "grid grid-cols-1 items-start gap-6 *:min-w-0 sm:gap-8 print:gap-3 lg:grid-cols-[1.35fr_1fr]",
  'print:grid-cols-[1.35fr_1fr] print:[grid-template-areas:"welcome_meeting"_"book_book"_"board_message"]',
].join(" ");
const AREAS = [
  'lg:[grid-template-areas:"welcome_meeting"_"book_book"_"board_message"]',
  'lg:has-[#vote:not(:empty)]:[grid-template-areas:"welcome_meeting"_"vote_meeting"_"book_book"_"board_message"]',
  "lg:has-[#vote:not(:empty)]:grid-rows-[auto_1fr]",
].join(" ");
/** The book and the meeting beside each other on the first screen; the messages beside the board. */
const REGULAR_AREAS =
  'lg:[grid-template-areas:"book_meeting"_"board_welcome"_"board_message"] lg:grid-rows-[auto_auto_1fr]';

const welcome = (
  <div className="lg:[grid-area:welcome] print:[grid-area:welcome]">
    <WelcomeCard />
  </div>
);

/** Rendered separately to keep a slow phone responsive. Regulars get the messages last. */
function LowerCards({ isRegular }: { isRegular: boolean }) {
  return (
    <>
      {!isRegular && (
        <div id="vote" className="empty:hidden lg:[grid-area:vote] print:hidden">
          <VoteCard />
        </div>
      )}
      <div className="space-y-6 sm:space-y-8 lg:[grid-area:book] print:[grid-area:book]">
        <CurrentBookCard isRegular={isRegular} />
        {isRegular && <VoteCard />}
        {isRegular && <InstallHint />}
      </div>
      <div id="board" ref={showBoard} className="lg:[grid-area:board] print:[grid-area:board]">
        <BoardCard />
      </div>
      {isRegular && welcome}
      <div className="lg:[grid-area:message] print:[grid-area:message]">
        <TeamMessageCard />
      </div>
    </>
  );
}
