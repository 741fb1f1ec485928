import { useAtomValue } from "jotai";
import { useState } from "react";

import { SEASON_NAMES } from "#contract/season.ts";
import { useClub } from "#web/api/club.ts";
import { MEMBER_PAGES } from "#web/app/member-pages.ts";
import { seasonAtom } from "#web/state/season.ts";
import { Mascot } from "#web/ui/images/mouse-image.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";
import { Link } from "#web/ui/layout/link.tsx";

const LINKS = [
  { title: "Help", to: "/help" },
  { title: "Settings", to: "/profile" },
  { title: "Privacy", to: "/privacy" },
  ...MEMBER_PAGES.flatMap(({ title, to }) => (title === undefined ? [] : { title, to })),
];
const LINK_CLASS =
  "inline-flex min-h-touch items-center rounded-sm px-2 text-sm font-medium sm:px-2.5 underline-offset-4 outline-on-solid hover:underline";

export function Footer() {
  const season = useAtomValue(seasonAtom);
  const club = useClub();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="mt-6 bg-season-ground sm:mt-10 text-on-solid print:hidden">
      <div className="mx-auto flex max-w-page flex-col gap-x-6 gap-y-2 px-4 py-4 sm:gap-y-6 sm:px-6 sm:py-8 md:flex-row md:items-center">
        <div className="flex items-center gap-4">
          {season && <Mascot season={season} className="size-16 shrink-0 sm:size-24" />}
          <div>
            <p className="font-title text-lg leading-snug font-semibold text-balance">{club.name}</p>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <p className="text-sm">Running since {club.since}</p>
              {season && (
                <span className="inline-flex items-center gap-1.5 rounded-full border border-on-solid/60 px-2.5 py-0.5 text-sm font-medium">
                  <SeasonIcon season={season} className="size-4" />
                  {SEASON_NAMES[season]}
                </span>
              )}
            </div>
          </div>
        </div>
        <div className="md:ml-auto lg:text-right">
          <ul className="-mx-2 flex flex-wrap lg:justify-end">
            {LINKS.map(({ title, to }) => (
              <li key={title}>
                <Link to={to} title={title} className={LINK_CLASS}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm">
            © {year} {club.name}
          </p>
        </div>
      </div>
    </footer>
  );
}
