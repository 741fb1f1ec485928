import { useAtomValue } from "jotai";
import { Flower2, Leaf, Snowflake, Sun, Wine } from "lucide-react";
import { useState } from "react";

import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { useClub } from "#web/api/club.ts";
import { heroes } from "#web/images/hero.ts";
import { seasonAtom } from "#web/state/season.ts";

const LINKS = ["Help", "Settings", "Privacy", "Book Recommendations", "Wine Recommendations"];
/** Where the face is in each picture. */
const FACES: Record<Season, string> = {
  spring: "origin-[10%_45%]",
  summer: "origin-[96%_42%]",
  fall: "origin-[96%_42%]",
  winter: "origin-[96%_42%]",
};
const ICONS = { spring: Flower2, summer: Sun, fall: Leaf, winter: Snowflake };

/** Mascot, season badge, copyright, and the placeholder links of SPEC 2, in the season's colour. */
export function Footer() {
  const season = useAtomValue(seasonAtom);
  const club = useClub();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <footer className="mt-10 bg-season-solid text-on-solid print:hidden">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-4 py-8 sm:px-6 md:flex-row md:items-center">
        <div className="flex items-center gap-4">
          <Mascot season={season} />
          <div>
            <p className="font-title text-lg leading-snug font-semibold">{club.name}</p>
            <p className="text-sm">Running since {club.since}</p>
            {season && <SeasonBadge season={season} />}
          </div>
        </div>
        <div className="md:ml-auto md:text-right">
          <ul className="-mx-2.5 flex flex-wrap md:justify-end">
            {LINKS.map((title) => (
              <li key={title}>
                <a
                  href="#page"
                  title={title}
                  className="inline-flex min-h-touch items-center rounded-sm px-2.5 text-sm font-medium underline-offset-4 outline-on-solid hover:underline"
                >
                  {title}
                </a>
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

function SeasonBadge({ season }: { season: Season }) {
  const Icon = ICONS[season];
  return (
    <span className="mt-1.5 inline-flex items-center gap-1.5 rounded-full border border-on-solid/60 px-2.5 py-0.5 text-sm font-medium">
      <Icon aria-hidden="true" className="size-4" />
      {SEASON_NAMES[season]}
    </span>
  );
}

/** The book mouse of the season, in a round frame: the part of the hero picture that is around its face. */
function Mascot({ season }: { season: Season | undefined }) {
  const look = "size-20 shrink-0";
  if (!season) return <Wine aria-hidden="true" className={`${look} p-4`} />;
  const { narrowWebp, background } = heroes[season];
  return (
    <span className={`${look} overflow-hidden rounded-full border-2 border-on-solid/70`} style={{ background }}>
      <img
        src={encodeURI(narrowWebp)}
        alt=""
        width={800}
        height={700}
        loading="lazy"
        className={`size-full scale-160 object-cover ${FACES[season]}`}
      />
    </span>
  );
}
