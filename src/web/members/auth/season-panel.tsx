import { useAtomValue } from "jotai";

import { heroImages, NARROW_MEDIA } from "#web/images/hero.ts";
import { seasonAtom } from "#web/state/season.ts";

/** Beside the form, or above it on narrow screens, where it fades into the page. */
export function SeasonPanel() {
  const season = useAtomValue(seasonAtom);
  const hero = season && heroImages[season];
  return (
    <div className="relative h-[min(36vw,80svh-350px)] lg:sticky lg:top-0 lg:h-dvh">
      {hero && (
        <picture>
          {/* Slightly less than the real size, so that phones with 412 pixels at 1.75 take the 720 px image. */}
          <source media={NARROW_MEDIA} sizes="96vw" srcSet={hero.bandSet} />
          <img
            src={hero.narrowWebp}
            srcSet={hero.narrowSet}
            sizes="(min-width: 64rem) max(50vw, 115vh), 100vw"
            alt=""
            fetchPriority="high"
            className={`absolute inset-0 size-full object-cover filter-(--images) max-lg:[mask-image:linear-gradient(#000_70%,transparent)] ${hero.at} ${hero.ground}`}
            onError={({ currentTarget }) => (currentTarget.hidden = true)}
          />
        </picture>
      )}
    </div>
  );
}
