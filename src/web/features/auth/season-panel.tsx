import { useAtomValue } from "jotai";

import { heroes } from "#web/images/hero.ts";
import { seasonAtom } from "#web/state/season.ts";

/** The season's picture beside the form, on screens with room for it; phones do not load it. */
export function SeasonPanel() {
  const season = useAtomValue(seasonAtom);
  const hero = season && heroes[season];
  return (
    <div className="sticky top-0 hidden h-dvh bg-season-solid lg:block">
      {hero && (
        <img
          src={encodeURI(hero.narrowWebp)}
          srcSet={hero.narrowSet}
          sizes="max(50vw, 115vh)"
          alt=""
          loading="lazy"
          className={`absolute inset-0 size-full object-cover ${hero.look.ground}`}
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      )}
    </div>
  );
}
