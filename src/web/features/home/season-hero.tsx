import { useAtomValue } from "jotai";
import { useState } from "react";

import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { heroes, NARROW_MEDIA } from "#web/images/hero.ts";
import { homeHeroes, PHONE_SIZES, WIDE_SIZES } from "#web/images/home-hero.ts";
import { seasonAtom } from "#web/state/season.ts";
import { SeasonIcon } from "#web/ui/season-icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const TAGLINES: Record<Season, string> = {
  winter: "A warm fire, a good book, and something red in the glass",
  spring: "Fresh pages under the blossom",
  summer: "Long days, cool wine, one more chapter",
  fall: "Crisp leaves, ripe stories, a full glass",
};

/** On a wide picture: under its sky, or on its dark side. */
const PLACES = {
  sky: { block: "md:justify-start md:pt-9", line: "md:max-w-[24rem] lg:max-w-[32rem]" },
  side: {
    block: "md:justify-center md:max-lg:bg-linear-to-r md:max-lg:to-50%",
    line: "md:max-w-52 lg:max-w-[22rem]",
  },
};

/** The low picture has no calm place on wide screens: its text has a ground of its own, as on phones. */
const LOW =
  "max-md:pb-3 md:min-h-[175px] md:justify-center md:bg-linear-to-r md:from-season-deep md:from-42% md:to-64% md:px-8";

/** SPEC 2; at most 350 px high (SPEC 9), half with `isLow`. Phones have the text below it. */
export function SeasonHero({ isLow = false }: { isLow?: boolean }) {
  const season = useAtomValue(seasonAtom);
  if (!season) return <Skeleton shape="picture" className={isLow ? "h-[175px]" : "h-[350px]"} />;
  const { ink, air, calm } = homeHeroes[season];
  const place = PLACES[calm];
  return (
    <section
      aria-label={`${SEASON_NAMES[season]} Selection`}
      className="relative overflow-hidden rounded-xl bg-season-deep shadow-page print:hidden"
    >
      <HeroPicture key={season} season={season} isLow={isLow} />
      <div
        className={`relative px-5 pb-5 text-on-solid before:absolute before:inset-x-0 before:bottom-full before:h-16 before:bg-linear-to-t before:from-season-deep md:flex md:flex-col md:items-start md:before:hidden lg:px-12 ${isLow ? LOW : `${ink} ${air} md:min-h-[350px] md:p-8 ${place.block}`}`}
      >
        <span
          className={`inline-flex items-center gap-1.5 rounded-full bg-on-solid px-3 py-0.5 text-sm font-semibold text-season-deep ${isLow ? "" : "md:bg-season-solid md:text-on-solid"}`}
        >
          <SeasonIcon season={season} className="size-4" />
          {SEASON_NAMES[season]} Selection
        </span>
        <p
          className={`font-title font-semibold text-balance ${isLow ? "mt-1 md:mt-2 md:max-w-64 md:text-xl lg:max-w-[22rem]" : `mt-2 text-xl md:mt-3 md:text-2xl lg:text-3xl ${place.line}`}`}
        >
          {TAGLINES[season]}
        </p>
      </div>
    </section>
  );
}

function HeroPicture({ season, isLow }: { season: Season; isLow: boolean }) {
  const [missing, setMissing] = useState(false);
  const { jpg, wideSet, phoneSet, look } = heroes[season];
  const height = isLow ? "h-28 min-[30rem]:h-[175px]" : "h-64 min-[30rem]:h-[350px]";
  const size = `block w-full md:absolute md:inset-x-0 md:top-0 ${height} ${look.ground}`;
  if (missing) return <div className={size} />;
  return (
    <picture>
      <source media={NARROW_MEDIA} type="image/webp" sizes={PHONE_SIZES} srcSet={phoneSet} />
      <source type="image/webp" sizes={WIDE_SIZES} srcSet={wideSet} />
      <img
        src={jpg}
        alt={homeHeroes[season].alt}
        width={1600}
        height={700}
        fetchPriority="high"
        className={`${size} object-cover filter-(--pictures) ${look.at}`}
        onError={() => setMissing(true)}
      />
    </picture>
  );
}
