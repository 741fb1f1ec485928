import { atom } from "jotai";

import type { Season } from "#contract/season.ts";

export const SEASON_CHECK_INTERVAL_MS = 86_400_000;

export const seasonAtom = atom<Season | undefined>(undefined);
