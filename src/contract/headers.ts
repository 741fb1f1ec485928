/** Beside a page of a list: how many rows all its pages hold. */
export const TOTAL_COUNT = "X-Total-Count";

/** On an answer that the service worker stored earlier, because the club can't be reached: when it came, ISO-8601 UTC. */
export const LAST_SEEN = "X-Last-Seen";
