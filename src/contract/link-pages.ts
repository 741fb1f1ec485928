/** Where the links in mails lead, also for people who are signed out. */
export const MAIL_LINKS: Readonly<Record<"answer" | "dates" | "ereader", string>> = {
  answer: "/answer",
  dates: "/dates",
  ereader: "/ereader",
};

/** Pages with a secret in their address: it must not get into a proxy's log by way of the referrer. */
export const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", MAIL_LINKS.answer, MAIL_LINKS.dates]);
