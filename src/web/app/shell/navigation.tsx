import { BookOpen, Headphones, House, ShieldCheck, Users } from "lucide-react";
import { useLocation } from "react-router";

import { useHasNewNotes } from "#web/api/use-has-new-notes.ts";
import { Dot } from "#web/ui/layout/badge.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { CLUB_PAGES } from "./club-nav.tsx";

/** At most five, so that each is wide enough for a thumb. */
const TABS = [
  { to: "/", label: "Home", Icon: House },
  { to: "/ebook", label: "eBook", Icon: BookOpen },
  { to: "/audiobook", label: "Audiobook", Icon: Headphones },
  { to: "/talk", label: "Club", Icon: Users },
];
const ADMIN_TAB = { to: "/admin", label: "Admin", Icon: ShieldCheck };

/** SPEC 2's tabs: at the bottom on phones, else in the header. Very small screens hide the labels. */
export function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const hasNews = useHasNewNotes();
  const { pathname } = useLocation();
  const tabs = isAdmin ? [...TABS, ADMIN_TAB] : TABS;
  return (
    <nav
      aria-label="Main"
      data-tab-bar
      className="max-sm:@container max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:border-t max-sm:border-line max-sm:bg-sheet max-sm:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex justify-around sm:flex-wrap sm:justify-start sm:gap-1 one-row:flex-nowrap one-row:justify-center">
        {tabs.map(({ to, label, Icon }) => (
          <li key={to} className="max-sm:min-w-0 max-sm:flex-1">
            <Link
              to={to}
              aria-current={to === activeTab(pathname) ? "page" : undefined}
              className="relative flex min-h-14 sm:min-w-touch -outline-offset-4 flex-col items-center justify-center gap-x-2 border-transparent px-2 text-xs font-semibold text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-season aria-[current=page]:text-season max-sm:border-t-3 max-sm:pb-0.5 sm:min-h-12 sm:flex-row sm:rounded-t-sm sm:border-b-3 sm:px-4 sm:text-base lg:min-h-16 low:px-2.5 low:[&>svg]:hidden"
            >
              <Icon className="size-5 shrink-0" />
              <span className="max-sm:@max-[21.5rem]:sr-only">{label}</span>
              {to === "/talk" && hasNews && (
                <Dot
                  label="new notes in the talk"
                  className="absolute top-2 right-1/2 -mr-5 sm:right-2 sm:mr-0 lg:top-4"
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function activeTab(pathname: string): string | undefined {
  const isCurrentTab = (to: string) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
  return CLUB_PAGES.some(({ to }) => isCurrentTab(to))
    ? "/talk"
    : [...TABS, ADMIN_TAB].find(({ to }) => isCurrentTab(to))?.to;
}
