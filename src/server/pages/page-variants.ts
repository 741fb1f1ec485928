import {
  drawnPage,
  EARLY_CLICK_SCRIPT,
  PLACEHOLDERS,
  PRERENDERED_PAGES,
  VISIT_MARKERS,
} from "#contract/first-paint.ts";
import { seasonOf } from "#contract/season.ts";
import { hasSessionCookie, parseCookies } from "#server/access/cookies.ts";
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
/** Of what is drawn; the page's policy allows it by its hash. */
export const FIRST_STYLES = "first-styles.css";
const ROOT = '<div id="root">';
/** Written into the page, because a page stored by the service worker can't know it. */
const VISITOR_HEAD = `<meta name="session" content="none" /><script>${EARLY_CLICK_SCRIPT}</script>`;

/**
 * Words, e.g. `visitor auth fall dark`: who asks, what is drawn, season, chosen theme. Members have a session cookie, and
 * see the page's beginning or a spinner; visitors without one see the sign-in form. The page of a link shows
 * its frame to both.
 */
export function createPageVariants(facts: Facts, clock: Clock): PageVariants {
  return {
    isForMember: (request) => hasSessionCookie(request, facts),
    of: (request) => {
      const isMember = hasSessionCookie(request, facts);
      const season = seasonOf(clock.now(), facts.clubTimeZone);
      return [isMember ? "member" : "visitor", drawingOf(request, isMember), season, themeOf(request)].join(" ");
    },
    make: (variant, page, part) => {
      const [who, drawing = "", season = "", theme = ""] = variant.split(" ");
      const isMember = who === "member";
      // left out of the stored page, behind which the device has everything
      const drawn =
        drawing === UNSEEN ? "" : part(BY_SEASON.has(drawing) ? `${drawing}-${season}.html` : `${drawing}.html`);
      const styles = drawing === UNSEEN ? "" : forVisit(`<style>${part(FIRST_STYLES)}</style>`);
      const memberStyles = part("member-head.html");
      // first for what is drawn, and again at the end, since the later of two style sheets wins
      const early = drawing === "link" ? memberStyles : isPrerendered(drawing) ? forVisit(memberStyles) : "";
      const head = styles + (isMember ? "" : forVisit(VISITOR_HEAD)) + early;
      // a browser with few connections fetches in this order: the picture before the scripts that a member's page needs
      const filesPart = FILES[drawing] ?? (isMember ? "member-end" : undefined);
      const files = filesPart === undefined ? "" : part(`${filesPart}.html`);
      const last = isMember && drawing !== "link" ? memberStyles + files : forVisit(files);
      const html = page
        .replace("</head>", (end) => head + end)
        .replace(ROOT, (root) => root + (drawn && forVisit(filledIn(drawn, facts))))
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

/** What the service worker fetches, which would leave a drawing out of what it stores. */
const UNSEEN = "unseen";
/** Links at the page's end, by what is drawn: the sign-in form needs no more than every page. */
const FILES: Partial<Record<string, string>> = {
  "auth-frame": "auth-frame-end",
  link: "link-end",
};
const BY_SEASON = new Set(["home", "auth", "auth-frame"]);

const isPrerendered = (name: string): boolean => PRERENDERED_PAGES.some((page) => page === name);

function drawingOf({ url, headers }: Request, isMember: boolean): string {
  if (isMember && headers.get("sec-fetch-dest") === "empty") return UNSEEN;
  const address = new URL(url);
  const drawn = drawnPage(address);
  if (drawn === "link" || !isMember) return drawn;
  const { pathname } = address;
  if (pathname === "/") return "home";
  const [, page = "", id] = pathname.split("/");
  return isPrerendered(page) && (id === undefined || page === "read") ? page : "member";
}

function themeOf(request: Request): string {
  const { theme } = parseCookies(request);
  return theme === "light" || theme === "dark" ? theme : "system";
}

function filledIn(drawn: string, { clubName, clubSince }: Facts): string {
  const texts = { name: clubName, since: String(clubSince) };
  const fill = (html: string, name: keyof typeof texts) =>
    html.replaceAll(PLACEHOLDERS[name], () => Bun.escapeHTML(texts[name]));
  // the name may be anything, so it comes last
  return (["since", "name"] as const).reduce(fill, drawn);
}
