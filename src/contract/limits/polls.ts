export const POLL_OPTIONS_MAX = 12;
export const VOTES_PER_MEMBER = 3;
