import { seasonOf } from "#contract/season.ts";
import { PAINTED_PAGES } from "#contract/static-shells.ts";
import { cookiesOf, hasSessionCookie } from "#server/access/cookies.ts";
import type { Clock } from "#server/adapters/clock.ts";
import type { Config } from "#server/config.ts";

/** Variants of the page, by what the request shows: they decide what is painted while the app loads. */
export type PageVariants = {
  of: (request: Request) => string;
  make: (variant: string, page: string, part: (name: string) => string) => string;
};

type Facts = Pick<Config, "secure" | "clubName" | "clubSince" | "clubTimeZone">;

/** Around what is for this visit only: the service worker keeps the page without it. */
const [BEGIN, END] = ["<!--visit-->", "<!--/visit-->"];

/**
 * Words, e.g. `visitor auth fall dark`: session cookie or not, what to paint, season, chosen theme, and what the shell
 * shows of the club: the addresses of the shelf's covers, `-` for a book without one, or the title of the book to read.
 */
export function createPageVariants(
  facts: Facts,
  clock: Clock,
  firstPaint: (shell: string, request: Request) => readonly string[],
): PageVariants {
  return {
    of: (request) => {
      const who = hasSessionCookie(request, facts) ? "member" : "visitor";
      const shell = shellFor(request, who);
      const shown = firstPaint(shell, request);
      return [who, shell, seasonOf(clock.now(), facts.clubTimeZone), themeOf(request), ...shown].join(" ");
    },
    make: (variant, page, part) => {
      const [who, shell, season = "", theme = "", ...shown] = variant.split(" ");
      const head = who === "visitor" ? '<meta name="session" content="none" />' : part(`links-${shell}.html`);
      const painted = shell === "none" ? "" : shellHtml(part(`${shell}-${season}.html`), facts, shown);
      const html = page
        .replace("</head>", (end) => BEGIN + head + END + end)
        .replace('<div id="root">', (root) => BEGIN + painted + END + root);
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

/** Visitors get the sign-in form unless their link opens another; members get the pages opened most. */
function shellFor(request: Request, who: "member" | "visitor"): string {
  const { pathname, searchParams } = new URL(request.url);
  if (who === "member")
    return pathname === "/" ? homeOf(request) : (PAINTED_PAGES.find((page) => pathname === `/${page}`) ?? "none");
  const isOther = pathname === "/answer" || ["invite", "setup", "reset"].some((name) => searchParams.has(name));
  return isOther ? "none" : "auth";
}

/** Home's picture is half as high for members who open it often; the page sets a cookie for them. */
function homeOf(request: Request): string {
  const { home } = cookiesOf(request);
  return home === "low" ? "home-low" : "home";
}

function themeOf(request: Request): string {
  const { theme } = cookiesOf(request);
  return theme === "light" || theme === "dark" ? theme : "system";
}

function shellHtml(drawn: string, { clubName, clubSince }: Facts, shown: readonly string[]): string {
  const fill = (text: string) => ({ element: (place: HTMLRewriterTypes.Element) => void place.setInnerContent(text) });
  let book = -1;
  const own = new HTMLRewriter()
    .on('[data-club="name"]', fill(clubName))
    .on('[data-club="since"]', fill(String(clubSince)))
    .on('[data-book="title"]', fill(decodeURIComponent(shown[0] ?? "")))
    .on("[data-cover]", { element: (place) => void ((book += 1) < shown.length || place.remove()) })
    .on("[data-cover] img", {
      element: (picture) => {
        const cover = shown[book];
        if (cover?.startsWith("/")) picture.setAttribute("src", cover).setAttribute("alt", "");
        else picture.remove();
      },
    })
    .transform(drawn);
  return `<div id="static-shell" inert aria-hidden="true">${own}</div>`;
}
