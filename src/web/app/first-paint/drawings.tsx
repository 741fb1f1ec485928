import type { ReactNode } from "react";

import { PLACEHOLDERS } from "#contract/first-paint.ts";
import { FIRST_ROW } from "#contract/small-cover.ts";
import { ShelfHeading } from "#web/app/pages/shelf.tsx";
import { TalkHeading } from "#web/app/pages/talk.tsx";
import { ClubNav } from "#web/app/shell/club-nav.tsx";
import { HeaderBar } from "#web/app/shell/header-bar.tsx";
import { PAGE_CLASS } from "#web/app/shell/shell.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { YearSkeleton } from "#web/features/shelf/shelf-year.tsx";
import { OpeningScreen } from "#web/reading/opening-screen.tsx";
import { BookCover } from "#web/ui/book-cover.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

// Pictures of members' pages, rendered from the app's parts by the build. Inert, and hidden from screen readers.

/** Home while the session is checked: what is the same for everyone, and SPEC 2's spinner. */
export function HomePicture() {
  return (
    <Page>
      <SeasonHero />
      <Spinner className="min-h-60" />
    </Page>
  );
}

const FIRST_BOOKS = Array.from({ length: FIRST_ROW }, (_, book) => book);

export function ShelfPicture() {
  return (
    <Page>
      <ClubNav />
      <ShelfHeading />
      <YearSkeleton
        covers={FIRST_BOOKS.map((book) => (
          // the server puts in the newest books' covers; phones show two
          <span key={book} data-cover="" className="max-[30rem]:nth-[n+3]:hidden">
            <BookCover title="" author="" coverImage="cover" isSmall isFirst={book < 2} className="w-full bg-sunk" />
          </span>
        ))}
      />
    </Page>
  );
}

export function TalkPicture() {
  return (
    <Page>
      <ClubNav />
      <div className="mx-auto max-w-3xl">
        <TalkHeading />
        <Spinner className="min-h-60" />
      </div>
    </Page>
  );
}

/** Full-screen, with the book's title. */
export const ReadPicture = () => <OpeningScreen title={<span data-title="">{PLACEHOLDERS.title}</span>} />;

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <HeaderBar name={PLACEHOLDERS.name} actions={<span className="block h-touch w-32" />} />
      <div className={PAGE_CLASS}>{children}</div>
    </div>
  );
}
