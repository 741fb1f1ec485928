import { EARLY_CLICK_SCRIPT, PLACEHOLDERS, VISIT_MARKERS } from "#contract/first-paint.ts";
import { MAIL_LINKS } from "#contract/link-pages.ts";
import { seasonOf } from "#contract/season.ts";
import { cookiesOf, hasSessionCookie } from "#server/access/cookies.ts";
import type { Clock } from "#server/adapters/clock.ts";
import type { Config } from "#server/config.ts";

/** Variants of the page, by what the request shows: they decide what is seen while the app loads. */
export type PageVariants = {
  of: (request: Request) => string;
  isForMember: (request: Request) => boolean;
  make: (variant: string, page: string, part: (name: string) => string) => string;
};

type Facts = Pick<Config, "secure" | "cookieSuffix" | "clubName" | "clubSince" | "clubTimeZone">;

const forVisit = (html: string) => VISIT_MARKERS.join(html);
const ROOT = '<div id="root">';
/** Written into the page, because a page stored by the service worker can't know it. */
const VISITOR_HEAD = `<meta name="session" content="none" /><script>${EARLY_CLICK_SCRIPT}</script>`;

/**
 * Words, e.g. `sign-in fall dark`: who asks, season, chosen theme. Members have a session cookie, and see a spinner, on
 * Home (`at-home`) below the season's picture; visitors without one see the sign-in form that the build drew, unless
 * their link opens another page.
 */
export function createPageVariants(facts: Facts, clock: Clock): PageVariants {
  return {
    isForMember: (request) => hasSessionCookie(request, facts),
    of: (request) => {
      return [whoAsks(request, facts), seasonOf(clock.now(), facts.clubTimeZone), themeOf(request)].join(" ");
    },
    make: (variant, page, part) => {
      const [who = "", season = "", theme = ""] = variant.split(" ");
      const isMember = who === "member" || who === "at-home";
      const head = isMember ? part("member-head.html") : forVisit(VISITOR_HEAD);
      const drawing = { member: "member", "at-home": `home-${season}`, "sign-in": `auth-${season}` }[who];
      // left out of the stored page, behind which the device has everything
      const drawn = drawing === undefined ? "" : forVisit(filledIn(part(`${drawing}.html`), facts));
      // a browser with few connections fetches in this order: the picture before the scripts that a member's page needs
      const last = isMember ? part("member-end.html") : "";
      const html = page
        .replace("</head>", (end) => head + end)
        .replace(ROOT, (root) => root + drawn)
        .replace("</body>", (end) => last + end);
      return new HTMLRewriter()
        .on("html", {
          element: (root) => {
            root.setAttribute("data-season", season);
            if (theme !== "system") root.setAttribute("data-theme", theme);
          },
        })
        .transform(html);
    },
  };
}

function whoAsks(request: Request, facts: Facts): string {
  if (hasSessionCookie(request, facts)) return new URL(request.url).pathname === "/" ? "at-home" : "member";
  return isForSignIn(request) ? "sign-in" : "visitor";
}

function isForSignIn({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  const isOther = ["invite", "setup", "reset"].some((name) => searchParams.has(name));
  return !isOther && !Object.values(MAIL_LINKS).includes(pathname);
}

function themeOf(request: Request): string {
  const { theme } = cookiesOf(request);
  return theme === "light" || theme === "dark" ? theme : "system";
}

function filledIn(drawn: string, { clubName, clubSince }: Facts): string {
  const texts = { name: clubName, since: String(clubSince) };
  const fill = (html: string, name: keyof typeof texts) =>
    html.replaceAll(PLACEHOLDERS[name], () => Bun.escapeHTML(texts[name]));
  // the name may be anything, so it comes last
  return (["since", "name"] as const).reduce(fill, drawn);
}
