import { useDeferredValue, useState } from "react";

import { useClub } from "#web/api/club.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { BoardCard } from "#web/features/board/board-card.tsx";
import { CurrentBookCard } from "#web/features/home/current-book-card.tsx";
import { MeetingCard } from "#web/features/home/meeting-card.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { TeamMessageCard } from "#web/features/home/team-message-card.tsx";
import { useFreshHome } from "#web/features/home/use-fresh-home.ts";
import { WelcomeCard } from "#web/features/home/welcome-card.tsx";
import { VoteCard } from "#web/features/votes/vote-card.tsx";
import { countVisit } from "#web/state/visits.ts";

/** The home page (SPEC 2). */
export function HomePage() {
  const { name } = useClub();
  useDocumentTitle("Home");
  useFreshHome();
  // while the opening is there it is the first look of this visit; anyone who comes back wants the whole page where it was
  const [isFirstLook] = useState(() => document.getElementById("opening") !== null);
  const isWhole = useDeferredValue(true, !isFirstLook);
  const [isRegular] = useState(countVisit);
  return (
    <div className="space-y-6 sm:space-y-8 print:space-y-3">
      <h1 className="sr-only">Home</h1>
      <p aria-hidden="true" className="hidden font-title text-2xl font-semibold print:block">
        {name}
      </p>
      <SeasonHero isLow={isRegular} />
      <div className={GRID}>
        {!isRegular && welcome}
        <div className="lg:[grid-area:meeting] print:[grid-area:meeting]">
          <MeetingCard />
        </div>
        {isWhole ? <LowerCards isRegular={isRegular} /> : <div className="col-span-full min-h-screen" />}
      </div>
    </div>
  );
}

/** One column in the order of the page on phones; wide screens and paper put each card in its area. */
const GRID = [
  "grid grid-cols-1 items-start gap-6 *:min-w-0 sm:gap-8 print:gap-3",
  'lg:grid-cols-[1.35fr_1fr] lg:[grid-template-areas:"welcome_meeting"_"book_book"_"board_message"]',
  'print:grid-cols-[1.35fr_1fr] print:[grid-template-areas:"welcome_meeting"_"book_book"_"board_message"]',
].join(" ");

const welcome = (
  <div className="lg:[grid-area:welcome] print:[grid-area:welcome]">
    <WelcomeCard />
  </div>
);

/**
 * What lies below a first screen: drawn in a step of its own, which keeps a slow phone responsive. Somebody who comes
 * back looks for the meeting, the book and the board, so the two messages come last.
 */
function LowerCards({ isRegular }: { isRegular: boolean }) {
  return (
    <>
      <div className="space-y-6 sm:space-y-8 lg:[grid-area:book] print:[grid-area:book]">
        <VoteCard />
        <CurrentBookCard />
      </div>
      <div className="lg:[grid-area:board] print:[grid-area:board]">
        <BoardCard />
      </div>
      {isRegular && welcome}
      <div className="lg:[grid-area:message] print:[grid-area:message]">
        <TeamMessageCard />
      </div>
    </>
  );
}
