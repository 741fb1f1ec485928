/** The number of rows on all pages. */
export const TOTAL_COUNT = "X-Total-Count";

/** When a stored answer was fetched, ISO-8601 UTC; set by the service worker when the club can't be reached. */
export const LAST_SEEN = "X-Last-Seen";

/** The id of the member who made the change; another member's session refuses it. */
export const MEMBER = "X-Member";

/** Names a request in the log. Each of the server's answers has it, so one without is of another program, such as a login proxy. */
export const REQUEST_ID = "X-Request-Id";
