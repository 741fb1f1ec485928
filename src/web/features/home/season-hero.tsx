import { useAtomValue } from "jotai";
import { useState } from "react";

import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { heroes, NARROW_MEDIA, PHONE_SIZES, WIDE_SIZES } from "#web/images/hero.ts";
import { seasonAtom } from "#web/state/season.ts";
import { SeasonIcon } from "#web/ui/season-icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const TAGLINES: Record<Season, string> = {
  winter: "A warm fire, a good book, and something red in the glass",
  spring: "Fresh pages under the blossom",
  summer: "Long days, cool wine, one more chapter",
  fall: "Crisp leaves, ripe stories, a full glass",
};

/** The season's picture with its tagline and '{Season} Selection' (SPEC 2); at most 350 px high (SPEC 9). */
export function SeasonHero() {
  const season = useAtomValue(seasonAtom);
  if (!season) return <Skeleton className="h-[310px] rounded-xl sm:h-[350px]" />;
  return (
    <section
      aria-label={`${SEASON_NAMES[season]} Selection`}
      className="relative overflow-hidden rounded-xl bg-season-solid shadow-page print:hidden"
    >
      <HeroPicture key={season} season={season} />
      <div className="bg-season-solid px-5 py-4 text-on-solid sm:absolute sm:bottom-6 sm:left-6 sm:w-80 sm:rounded-md sm:bg-sheet sm:px-6 sm:py-5 sm:text-ink sm:shadow-lifted lg:w-96">
        <span className="inline-flex items-center gap-1.5 rounded-full bg-on-solid px-3 py-0.5 text-sm font-semibold text-season-deep sm:bg-season-solid sm:text-on-solid">
          <SeasonIcon season={season} className="size-4" />
          {SEASON_NAMES[season]} Selection
        </span>
        <p className="mt-2 font-title text-xl leading-snug font-semibold text-balance sm:text-2xl">
          {TAGLINES[season]}
        </p>
      </div>
    </section>
  );
}

function HeroPicture({ season }: { season: Season }) {
  const [missing, setMissing] = useState(false);
  const { jpg, wideSet, phoneSet, position, ground, alt } = heroes[season];
  const size = `h-52 max-h-[350px] w-full sm:h-[350px] ${ground}`;
  if (missing) return <div className={size} />;
  return (
    <picture>
      <source media={NARROW_MEDIA} type="image/webp" sizes={PHONE_SIZES} srcSet={phoneSet} />
      <source type="image/webp" sizes={WIDE_SIZES} srcSet={wideSet} />
      <img
        src={jpg}
        alt={alt}
        width={1600}
        height={700}
        fetchPriority="high"
        className={`${size} object-cover ${position}`}
        onError={() => setMissing(true)}
      />
    </picture>
  );
}
