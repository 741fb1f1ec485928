/** Where the links in mails lead, also for people who are signed out. */
export const MAIL_LINKS: Readonly<Record<"answer" | "dates" | "ereader", string>> = {
  answer: "/answer",
  dates: "/dates",
  ereader: "/ereader",
};

/** Pages with a secret in their address: it must not get into a proxy's log by way of the referrer. */
export const LINK_PAGES: ReadonlySet<string> = new Set(["/auth", MAIL_LINKS.answer, MAIL_LINKS.dates]);

/** Links to a form other than Login, by the name in their query. */
const OTHER_FORMS = ["invite", "setup", "reset"];

/**
 * What the build draws for a visitor (decision 0026): the sign-in form, the frame of another form, or that of a page
 * which a mail leads to.
 */
export function drawnPage({ pathname, search }: Pick<URL, "pathname" | "search">): "auth" | "auth-frame" | "link" {
  if (Object.values(MAIL_LINKS).includes(pathname)) return "link";
  const given = new URLSearchParams(search);
  return OTHER_FORMS.some((name) => given.has(name)) ? "auth-frame" : "auth";
}
