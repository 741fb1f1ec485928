export const TOTAL_COUNT_HEADER = "X-Total-Count";

/** When a cached response was fetched (ISO-8601). The service worker sets it if the server is unreachable. */
export const LAST_SEEN_HEADER = "X-Last-Seen";

/** The id of the member who made a queued change. Other members' sessions reject it. */
export const MEMBER_HEADER = "X-Member";

/** How many seconds ago a queued change was made. */
export const AGE_HEADER = "X-Age";

/** A parameter of calls that replace an earlier change of the member. */
export const AGE_PARAMETER = {
  in: "header",
  name: AGE_HEADER,
  description:
    "How many seconds ago the member made this change, if it was queued. If they made another one since then, the response is 409 and nothing is changed.",
  schema: { type: "integer", minimum: 0, maximum: 99_999_999 },
};

/** Also in the log. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** A response without it comes from another program. Login proxies may send X-Request-Id, too. */
export const SERVER_HEADER = "X-Bookclub";
