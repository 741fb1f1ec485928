/** Pages with a secret in their address: it must not get into a proxy's log by way of the referrer. */
export const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", "/answer", "/dates"]);
