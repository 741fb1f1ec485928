export const TOTAL_COUNT_HEADER = "X-Total-Count";

/** When a cached response was fetched (ISO-8601). The service worker sets it if the server is unreachable. */
export const LAST_SEEN_HEADER = "X-Last-Seen";

/** The id of the member who made a queued change. Other members' sessions reject it. */
export const MEMBER_HEADER = "X-Member";

/** Also in the log. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** A response without it comes from another program. Login proxies may send X-Request-Id, too. */
export const SERVER_HEADER = "X-Bookclub";
