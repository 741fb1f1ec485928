import { queryOptions, useQuery } from "@tanstack/react-query";

import type { Club } from "#contract/club.ts";
import { pathOf } from "#contract/first-paint.ts";
import { clubName } from "#web/lib/browser/page-meta.ts";

import { call } from "./call.ts";

const clubQuery = queryOptions({
  queryKey: [pathOf("GET /api/club")],
  queryFn: async ({ signal }) => pickValidFields(await call("GET /api/club", { signal })),
  gcTime: Infinity,
});

/** DESIGN 2's defaults until the server responds. */
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

/** Never undefined, so that no screen waits. `isKnown` is false until the club's name has loaded. */
export function useClub(): Club & { isKnown: boolean } {
  const { data, isPending } = useQuery(clubQuery);
  if (data) return { ...DEFAULT_CLUB, ...data, isKnown: true };
  const name = clubName();
  return { ...DEFAULT_CLUB, ...(name && { name }), isKnown: !isPending || Boolean(name) };
}

/** Only fields of the expected type, because a proxy may have responded. */
export function pickValidFields(response: unknown): Partial<Club> {
  const facts: object = typeof response === "object" && response !== null ? response : {};
  const isSameType = ([key, value]: [string, unknown]) => {
    const expected = DEFAULT_CLUB[key as keyof Club];
    return expected === null ? value === null || typeof value === "string" : typeof value === typeof expected;
  };
  return Object.fromEntries(Object.entries(facts).filter((fact) => isSameType(fact)));
}
