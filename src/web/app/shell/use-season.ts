import { useAtom } from "jotai";
import { useEffect } from "react";

import { seasonOf } from "#contract/season.ts";
import { useClub } from "#web/api/club.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { SEASON_CHECK_INTERVAL, seasonAtom } from "#web/state/season.ts";

/** Keeps the season atom and the page's colours with today's date in the club's zone (SPEC 4). */
export function useSeasonOfToday(): void {
  const [season, setSeason] = useAtom(seasonAtom);
  const { timeZone } = useClub();

  useEffect(() => {
    const look = () => setSeason(seasonOf(new Date(), timeZone));
    // the browser's calendar takes a while to wake, and the server has told today's season with the page
    const stopFirst = whenIdle(look);
    const timer = setInterval(look, SEASON_CHECK_INTERVAL);
    return () => {
      stopFirst();
      clearInterval(timer);
    };
  }, [timeZone, setSeason]);

  useEffect(() => {
    document.documentElement.dataset.season = season ?? "default";
  }, [season]);
}
