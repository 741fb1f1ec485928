import { queryOptions, useQuery } from "@tanstack/react-query";

import type { Club } from "#contract/club.ts";
import { pathOf } from "#contract/first-paint.ts";
import { clubName } from "#web/lib/browser/page-meta.ts";

import { call } from "./call.ts";

const clubQuery = queryOptions({
  queryKey: [pathOf("GET /api/club")],
  queryFn: ({ signal }) => call("GET /api/club", { signal }),
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
