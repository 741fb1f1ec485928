export const TOTAL_COUNT = "X-Total-Count";

/** When a cached response was fetched (ISO-8601). The service worker sets it if the server is unreachable. */
export const LAST_SEEN = "X-Last-Seen";

/** The id of the member who made a queued change. Other members' sessions reject it. */
export const MEMBER = "X-Member";

/** Also in the log. A response without it comes from another program, such as a login proxy. */
export const REQUEST_ID = "X-Request-Id";
