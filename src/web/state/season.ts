import { atom } from "jotai";

import type { Season } from "#contract/season.ts";

/** Milliseconds between two looks at the calendar (SPEC 9). */
export const SEASON_CHECK_INTERVAL = 86_400_000;

/** Undefined until the first look; the page then wears the default wine-red. */
export const seasonAtom = atom<Season | undefined>(undefined);
