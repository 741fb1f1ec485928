import { useDeferredValue, useState } from "react";

import { useClub } from "#web/api/club.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { BoardCard } from "#web/features/board/board-card.tsx";
import { CurrentBookCard } from "#web/features/home/current-book-card.tsx";
import { MeetingCard } from "#web/features/home/meeting-card.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { TeamMessageCard } from "#web/features/home/team-message-card.tsx";
import { WelcomeCard } from "#web/features/home/welcome-card.tsx";

/** The home page (SPEC 2). */
export function HomePage() {
  const { name } = useClub();
  useDocumentTitle("Home");
  // while the opening is there it is the first look of this visit; whoever comes back wants the whole page where it was
  const [isFirstLook] = useState(() => document.getElementById("opening") !== null);
  const isWhole = useDeferredValue(true, !isFirstLook);
  return (
    <div className="space-y-6 sm:space-y-8 print:space-y-3">
      <h1 className="sr-only">Home</h1>
      <p aria-hidden="true" className="hidden font-title text-2xl font-semibold print:block">
        {name}
      </p>
      <SeasonHero />
      <div className="grid gap-6 sm:gap-8 lg:grid-cols-[1.35fr_1fr] print:grid-cols-[1.35fr_1fr] print:gap-3">
        <WelcomeCard />
        <MeetingCard />
      </div>
      {isWhole ? <LowerCards /> : <div className="min-h-screen" />}
    </div>
  );
}

/** What lies below a first screen: drawn in a step of its own, so that no step keeps a slow phone from answering. */
function LowerCards() {
  return (
    <>
      <CurrentBookCard />
      <div className="grid items-start gap-6 sm:gap-8 lg:grid-cols-[1.35fr_1fr] print:grid-cols-[1.35fr_1fr] print:gap-3">
        <BoardCard />
        <TeamMessageCard />
      </div>
    </>
  );
}
