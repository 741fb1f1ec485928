import type { ReactNode } from "react";

import { FIRST_ROW } from "#contract/small-cover.ts";
import { HeaderBar } from "#web/app/shell/header-bar.tsx";
import { PAGE_CLASS } from "#web/app/shell/shell.tsx";
import { AuthCard } from "#web/features/auth/auth-card.tsx";
import { AuthFrame } from "#web/features/auth/auth-frame.tsx";
import { SeasonHero } from "#web/features/home/season-hero.tsx";
import { YearSkeleton } from "#web/features/shelf/shelf-year.tsx";
import { Opening } from "#web/reading/opening.tsx";
import { BookCover } from "#web/ui/book-cover.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

import { ShelfHeading } from "./shelf.tsx";
import { TalkHeading } from "./talk.tsx";

/** Pictures of a page, rendered from the app's parts by the build. Inert, and hidden from screen readers. */

const Fact = ({ name }: { name: "name" | "since" }) => <span data-club={name} />;

/** The sign-in page, for visitors without a session. */
export function AuthShell() {
  return (
    <AuthFrame
      name={<Fact name="name" />}
      foot={
        <>
          Reading together since <Fact name="since" />
        </>
      }
    >
      <AuthCard invite="" onEnter={() => undefined} onOther={() => undefined} />
    </AuthFrame>
  );
}

/** Home while the session is checked: what is the same for everyone, and SPEC 2's spinner. */
export function HomeShell({ isLow = false }: { isLow?: boolean }) {
  return (
    <Page>
      <SeasonHero isLow={isLow} />
      <Spinner className="min-h-60" />
    </Page>
  );
}

const FIRST_BOOKS = Array.from({ length: FIRST_ROW }, (_, book) => book);

export function ShelfShell() {
  return (
    <Page>
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

export function TalkShell() {
  return (
    <Page>
      <div className="mx-auto max-w-3xl">
        <TalkHeading />
        <Spinner className="min-h-60" />
      </div>
    </Page>
  );
}

/** Full-screen, with the book's title. */
export const ReadShell = () => <Opening title={<span data-book="title" />} />;

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <HeaderBar name={<Fact name="name" />} actions={<span className="block h-touch w-32" />} />
      <div className={PAGE_CLASS}>{children}</div>
    </div>
  );
}

/** For members who open Home often. */
export const LowHomeShell = () => <HomeShell isLow />;
