/** Seconds that are heard or read again: the match is exact to some of them, and what is missed is worse than what comes twice. */
export const BEFORE_SECONDS = 30;
