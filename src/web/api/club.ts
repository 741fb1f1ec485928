import { queryOptions, useQuery } from "@tanstack/react-query";

import type { Club } from "#contract/club.ts";
import { clubName } from "#web/lib/page-facts.ts";

import { client } from "./client.ts";

/** Public facts of the club. */
const clubQuery = queryOptions({
  queryKey: ["/api/club"],
  queryFn: ({ signal }) => client.get<Club>("/api/club", signal),
  gcTime: Infinity,
});

/** DESIGN 2's defaults, shown until the server has told its own (and where it cannot be reached). */
const UNKNOWN_CLUB: Club = {
  name: "Synopses & Sips Book Club",
  shortName: "synopses_and_sips",
  since: 2018,
  timeZone: "America/New_York",
  publicDomain: null,
  teamAvatarUrl: null,
  passwordMinLength: 6,
  setUpOpen: true,
};

/** The club's facts; never undefined, so that no screen waits for them. `isKnown` is false until its name is known. */
export function useClub(): Club & { isKnown: boolean } {
  const { data, isPending } = useQuery(clubQuery);
  const name = clubName();
  if (data || !name) return { ...(data ?? UNKNOWN_CLUB), isKnown: !isPending };
  return { ...UNKNOWN_CLUB, name, isKnown: true };
}
