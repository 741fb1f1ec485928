export const POSITION_MAX_SECONDS = 1_000_000;
export const POSITION_HISTORY_MAX = 30;
/** How long an unsaved position waits for the network; an older one counts as this old. */
export const SAVE_AGE_MAX_SECONDS = 365 * 24 * 60 * 60;
/** What counts as heard (BEYOND 14): players play three times as fast at most, and saves have whole seconds. */
export const HEARD = { perSecond: 4, grace: 5 } as const;
