import { useSetAtom } from "jotai";
import { useEffect } from "react";

import { seasonOf } from "#contract/season.ts";
import { useClub } from "#web/api/club.ts";
import { SEASON_CHECK_INTERVAL, seasonAtom } from "#web/state/season.ts";

/** Keeps the season and the page's colors current, in the club's time zone (SPEC 4). */
export function useSeasonOfToday(): void {
  const setSeason = useSetAtom(seasonAtom);
  const { timeZone } = useClub();

  useEffect(() => {
    const look = () => {
      const season = seasonOf(new Date(), timeZone);
      setSeason(season);
      document.documentElement.dataset["season"] = season;
    };
    // the browser's calendar is slow to start, and the page already has today's season
    const stopFirst = whenIdle(look);
    const timer = setInterval(look, SEASON_CHECK_INTERVAL);
    return () => {
      stopFirst();
      clearInterval(timer);
    };
  }, [timeZone, setSeason]);
}

function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
