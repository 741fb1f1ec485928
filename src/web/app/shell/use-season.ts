import { useSetAtom } from "jotai";
import { useEffect } from "react";

import { seasonOf } from "#contract/season.ts";
import { useClub } from "#web/api/club.ts";
import { SEASON_CHECK_INTERVAL_MS, seasonAtom } from "#web/state/season.ts";

/** The page already has the season of its day, and `Intl` is slow to start. */
const FIRST_CHECK_DELAY_MS = 1000;

/** Updates the season and the page's colors, in the club's time zone (SPEC 4). */
export function useSeasonOfToday(): void {
  const setSeason = useSetAtom(seasonAtom);
  const { timeZone } = useClub();

  useEffect(() => {
    const update = () => {
      const season = seasonOf(new Date(), timeZone);
      setSeason(season);
      document.documentElement.dataset["season"] = season;
    };
    const firstTimer = setTimeout(update, FIRST_CHECK_DELAY_MS);
    const timer = setInterval(update, SEASON_CHECK_INTERVAL_MS);
    return () => {
      clearTimeout(firstTimer);
      clearInterval(timer);
    };
  }, [timeZone, setSeason]);
}
