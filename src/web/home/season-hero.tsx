import { useAtomValue } from "jotai";
import { useState } from "react";

import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { heroes, NARROW_MEDIA } from "#web/images/hero.ts";
import { PHONE_SIZES, PICTURES, WIDE_SIZES } from "#web/images/home-hero.ts";
import { seasonAtom } from "#web/state/season.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";

const TAGLINES: Record<Season, string> = {
  winter: "A warm fire, a good book, and something red in the glass",
  spring: "Fresh pages under the blossom",
  summer: "Long days, cool wine, one more chapter",
  fall: "Crisp leaves, ripe stories, a full glass",
};

/** SPEC 2; half of SPEC 9's 350 px, so that the meeting is on the first screen. Phones have the text below it. */
export function SeasonHero() {
  const season = useAtomValue(seasonAtom);
  if (!season) return <Skeleton shape="picture" className="h-[175px]" />;
  return (
    <section
      aria-label={`${SEASON_NAMES[season]} Selection`}
      className="relative overflow-hidden rounded-xl bg-season-deep shadow-page print:hidden"
    >
      <HeroPicture key={season} season={season} />
      <div className="relative px-5 pb-3 text-on-solid before:absolute before:inset-x-0 before:bottom-full before:h-8 min-[24rem]:before:h-16 before:bg-linear-to-t before:from-season-deep md:flex md:min-h-[175px] md:flex-col md:items-start md:justify-center md:bg-linear-to-r md:from-season-deep md:from-42% md:to-64% md:px-8 md:pb-3 md:before:hidden lg:px-12">
        <span className="inline-flex items-center gap-1.5 rounded-full bg-on-solid px-3 py-0.5 text-sm font-semibold text-season-deep">
          <SeasonIcon season={season} className="size-4" />
          {SEASON_NAMES[season]} Selection
        </span>
        <p className="mt-1 font-title font-semibold text-balance md:mt-2 md:max-w-64 md:text-xl lg:max-w-[22rem]">
          {TAGLINES[season]}
        </p>
      </div>
    </section>
  );
}

function HeroPicture({ season }: { season: Season }) {
  const [missing, setMissing] = useState(false);
  const { jpg, wideSet, phoneSet, at, ground } = heroes[season];
  const size = `block h-18 w-full min-[24rem]:h-28 min-[30rem]:h-[175px] md:absolute md:inset-x-0 md:top-0 ${ground}`;
  if (missing) return <div className={size} />;
  return (
    <picture>
      <source media={NARROW_MEDIA} type="image/webp" sizes={PHONE_SIZES} srcSet={phoneSet} />
      <source type="image/webp" sizes={WIDE_SIZES} srcSet={wideSet} />
      <img
        src={jpg}
        alt={PICTURES[season]}
        width={1600}
        height={700}
        fetchPriority="high"
        className={`${size} object-cover filter-(--pictures) ${at}`}
        onError={() => setMissing(true)}
      />
    </picture>
  );
}
