import { BoardCard } from "#web/features/board/board-card.tsx";
import { CurrentBookCard } from "#web/features/home/current-book-card.tsx";
import { MeetingCard } from "#web/features/home/meeting-card.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { TeamMessageCard } from "#web/features/home/team-message-card.tsx";
import { WelcomeCard } from "#web/features/home/welcome-card.tsx";
import { useDocumentTitle } from "#web/lib/use-document-title.ts";

/** The home page (SPEC 2). */
export function HomePage() {
  useDocumentTitle("Home");
  return (
    <div className="space-y-6 sm:space-y-8">
      <h1 className="sr-only">Home</h1>
      <SeasonHero />
      <div className="grid gap-6 sm:gap-8 lg:grid-cols-[1.35fr_1fr]">
        <WelcomeCard />
        <MeetingCard />
      </div>
      <CurrentBookCard />
      <div className="grid items-start gap-6 sm:gap-8 lg:grid-cols-[1.35fr_1fr]">
        <BoardCard />
        <TeamMessageCard />
      </div>
    </div>
  );
}
