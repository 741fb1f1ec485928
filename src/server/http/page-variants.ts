import { seasonOf } from "#contract/season.ts";
import type { Clock } from "#server/adapters/clock.ts";
import type { Config } from "#server/config.ts";

import { cookiesOf, hasSessionCookie } from "./cookies.ts";

/**
 * The page in its different forms. What a visitor may see is asked by the page itself; here only what the request
 * shows at a glance decides what is painted while they wait.
 */
export type PageForms = {
  /** Names the form that answers a request. */
  of: (request: Request) => string;
  /** Makes a form of the club's page; `part` reads what the build has made for it, by its name. */
  make: (form: string, page: string, part: (name: string) => string) => string;
};

type Facts = Pick<Config, "secure" | "clubName" | "clubSince" | "clubTimeZone">;

/** Stand around what is for this visitor alone: the service worker keeps the page without it. */
const [BEGIN, END] = ["<!--visit-->", "<!--/visit-->"];

/**
 * A form is told by four words, for instance `stranger auth fall dark`: whether a session cookie came along, what is
 * painted for the wait, today's season in the club's zone, and the theme that was chosen by hand.
 */
export function createPageForms(facts: Facts, clock: Clock): PageForms {
  return {
    of: (request) => {
      const who = hasSessionCookie(request, facts) ? "somebody" : "stranger";
      return [who, openingOf(request, who), seasonOf(clock.now(), facts.clubTimeZone), themeOf(request)].join(" ");
    },
    make: (form, page, part) => {
      const [who, opening, season = "", theme = ""] = form.split(" ");
      const head = who === "stranger" ? '<meta name="session" content="none" />' : part("member-links.html");
      const painted = opening === "none" ? "" : openingHtml(part(`${opening}-${season}.html`), facts);
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

/** The sign-in form for strangers wherever they knock, unless their link opens another one; the home page for others. */
function openingOf(request: Request, who: "somebody" | "stranger"): string {
  const { pathname, searchParams } = new URL(request.url);
  if (who === "somebody") return pathname === "/" ? "home" : "none";
  return pathname === "/answer" || searchParams.has("invite") || searchParams.has("setup") ? "none" : "auth";
}

/** `light` or `dark` where the theme switch has left its cookie. */
function themeOf(request: Request): string {
  const { theme } = cookiesOf(request);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Still: it takes no focus and no clicks, and nobody is read it. The app comes in its place. */
function openingHtml(drawn: string, { clubName, clubSince }: Facts): string {
  const fill = (text: string) => ({ element: (place: HTMLRewriterTypes.Element) => void place.setInnerContent(text) });
  const own = new HTMLRewriter()
    .on('[data-club="name"]', fill(clubName))
    .on('[data-club="since"]', fill(String(clubSince)))
    .transform(drawn);
  return `<div id="opening" inert aria-hidden="true">${own}</div>`;
}
