/** Where the links in mails lead, also for people who are signed out. */
export const MAIL_LINKS: readonly string[] = ["/answer", "/dates", "/ereader"];

/** Pages with a secret in their address: it must not get into a proxy's log by way of the referrer. */
export const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", "/answer", "/dates"]);
