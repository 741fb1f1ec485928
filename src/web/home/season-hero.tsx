import { useAtomValue } from "jotai";
import { useState } from "react";

import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { heroImages, NARROW_MEDIA } from "#web/images/hero.ts";
import { seasonAtom } from "#web/state/season.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";

const PHONE_SIZES = "calc(100vw - 2rem)";
const WIDE_SIZES = "(min-width: 72rem) 72rem, 100vw";

/** Descriptions of the images. */
const ALT_TEXTS: Record<Season, string> = {
  winter: "A mouse with round spectacles reads in a green wing chair by the fire, a glass of red wine beside it",
  spring: "A mouse with round spectacles reads in the spring sun, a glass of white wine beside it",
  summer:
    "A mouse with round spectacles and a straw hat reads in a deck chair by the sea, a glass of white wine beside it",
  fall: "A mouse with round spectacles reads in the autumn light, a glass of wine beside it",
};

const TAGLINES: Record<Season, string> = {
  winter: "A warm fire, a good book, and something red in the glass",
  spring: "Fresh pages under the blossom",
  summer: "Long days, cool wine, one more chapter",
  fall: "Crisp leaves, ripe stories, a full glass",
};

/** The image of SPEC 2, at most SPEC 9's 350 px: a band, so that the meeting and the book are on the first screen. */
export function SeasonHero() {
  const season = useAtomValue(seasonAtom);
  if (!season) return <Skeleton shape="image" className={HEIGHT_CLASS} />;
  return (
    <section
      aria-label={`${SEASON_NAMES[season]} Selection`}
      className="relative overflow-hidden rounded-xl bg-season-deep shadow-page print:hidden"
    >
      <HeroImage key={season} season={season} />
      <div
        className={`relative flex ${HEIGHT_CLASS} flex-col items-start justify-center gap-0.5 bg-linear-to-r from-season-deep from-42% to-75% px-4 py-1 text-on-solid sm:px-8 md:to-64% lg:px-12`}
      >
        <span className="inline-flex items-center gap-1.5 rounded-full bg-on-solid px-2.5 text-sm leading-[1.43] font-semibold text-season-deep md:leading-[1.71]">
          <SeasonIcon season={season} className="size-4" />
          {SEASON_NAMES[season]} Selection
        </span>
        <p className="max-w-[62%] font-title text-sm leading-tight font-semibold text-balance md:max-w-[46%] md:text-lg">
          {TAGLINES[season]}
        </p>
      </div>
    </section>
  );
}

/** A minimum, because text may be large. */
const HEIGHT_CLASS = "min-h-16 md:min-h-32 low:min-h-16";

function HeroImage({ season }: { season: Season }) {
  const [isMissing, setMissing] = useState(false);
  const { jpg, wideSet, phoneSet, at, ground } = heroImages[season];
  const sizeClass = `absolute inset-y-0 right-0 block h-full w-2/3 md:w-full ${ground}`;
  if (isMissing) return <div className={sizeClass} />;
  return (
    <picture>
      <source media={NARROW_MEDIA} type="image/webp" sizes={PHONE_SIZES} srcSet={phoneSet} />
      <source type="image/webp" sizes={WIDE_SIZES} srcSet={wideSet} />
      <img
        src={jpg}
        alt={ALT_TEXTS[season]}
        width={1600}
        height={700}
        fetchPriority="high"
        className={`${sizeClass} object-cover filter-(--images) ${at}`}
        onError={() => setMissing(true)}
      />
    </picture>
  );
}
