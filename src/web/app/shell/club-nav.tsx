import { useLocation, useParams } from "react-router";

import { useHasNewNotes } from "#web/api/use-has-new-notes.ts";
import { MEMBER_PAGES } from "#web/app/member-pages.ts";
import { Dot } from "#web/ui/layout/badge.tsx";
import { Link } from "#web/ui/layout/link.tsx";

export const CLUB_PAGES = MEMBER_PAGES.filter(({ label }) => label !== undefined);

/** Shown at the top of each of these pages, not of a book of the shelf; centered, because their widths differ. */
export function ClubNav() {
  const { pathname } = useLocation();
  const { bookId } = useParams();
  const hasNews = useHasNewNotes();
  if (bookId !== undefined) return null;
  return (
    <nav aria-label="Club" className="mb-5 sm:text-center print:hidden">
      <ul className="flex flex-wrap gap-1 rounded-md bg-sunk p-1 sm:inline-flex">
        {CLUB_PAGES.map(({ to, label }) => (
          <li key={to} className="flex-auto">
            <Link
              to={to}
              aria-current={pathname === to ? "page" : undefined}
              className="relative flex min-h-touch items-center justify-center rounded-sm px-1 text-sm font-semibold whitespace-nowrap text-ink-soft transition-colors -outline-offset-2 hover:text-ink aria-[current=page]:bg-sheet aria-[current=page]:text-season aria-[current=page]:shadow-page sm:px-5"
            >
              {label}
              {to === "/talk" && hasNews && (
                <Dot label="new notes" className="absolute top-1 right-0 sm:top-2 sm:right-1.5" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
