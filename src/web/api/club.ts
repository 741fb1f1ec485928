import { queryOptions, useQuery } from "@tanstack/react-query";

import type { Club } from "#contract/club.ts";
import { pathOf } from "#contract/first-paint.ts";
import { clubName } from "#web/lib/browser/page-meta.ts";

import { call } from "./call.ts";

const clubQuery = queryOptions({
  queryKey: [pathOf("GET /api/club")],
  queryFn: ({ signal }) => call("GET /api/club", { signal }),
  select: withSupportedTimeZone,
  gcTime: Infinity,
});

const DEFAULT_CLUB: Club = {
  name: "Synopses & Sips Book Club",
  shortName: "synopses_and_sips",
  since: 2018,
  timeZone: "America/New_York",
  publicDomain: null,
  teamAvatarUrl: null,
  passwordMinLength: 6,
  setUpOpen: true,
  mailOn: true,
};

/** Never undefined, so that no screen waits. The page has the name; the build, which renders without one, has `data`. */
export function useClub(): Club {
  const { data } = useQuery(clubQuery);
  return { ...DEFAULT_CLUB, ...(data ?? { name: clubName() ?? DEFAULT_CLUB.name }) };
}

/** The device's own time zone in a browser that is older than the club's, such as America/Coyhaique of 2025. */
function withSupportedTimeZone(club: Club): Club {
  try {
    Intl.DateTimeFormat("en", { timeZone: club.timeZone });
    return club;
  } catch {
    return { ...club, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  }
}
