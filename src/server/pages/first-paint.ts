import { DRAWN_PAGES, EARLY_PRESS, PLACEHOLDERS, VISIT_MARKERS } from "#contract/first-paint.ts";
import { seasonOf } from "#contract/season.ts";
import { cookiesOf, hasSessionCookie } from "#server/access/cookies.ts";
import type { Clock } from "#server/adapters/clock.ts";
import type { Config } from "#server/config.ts";

/** Variants of the page, by what the request shows: they decide what is seen while the app loads. */
export type PageVariants = {
  of: (request: Request) => string;
  make: (variant: string, page: string, part: (name: string) => string) => string;
};

type Facts = Pick<Config, "secure" | "clubName" | "clubSince" | "clubTimeZone">;

const forVisit = (html: string) => VISIT_MARKERS.join(html);
const ROOT = '<div id="root">';
/** Written into the page, because a page stored by the service worker can't know it. */
const VISITOR_HEAD = `<meta name="session" content="none" /><script>${EARLY_PRESS}</script>`;

/**
 * Words, e.g. `visitor auth fall dark`: session cookie or not, what the build drew, season, chosen theme, and what the
 * drawing shows of the books: the addresses of the shelf's covers, `-` for a book without one, or the title of the book
 * to read.
 */
export function createPageVariants(
  facts: Facts,
  clock: Clock,
  drawnBooks: (drawing: string, request: Request) => readonly string[],
): PageVariants {
  return {
    of: (request) => {
      const who = hasSessionCookie(request, facts) ? "member" : "visitor";
      const drawing = drawingFor(request, who);
      const books = drawnBooks(drawing, request);
      return [who, drawing, seasonOf(clock.now(), facts.clubTimeZone), themeOf(request), ...books].join(" ");
    },
    make: (variant, page, part) => {
      const [who, drawing, season = "", theme = "", ...books] = variant.split(" ");
      const head = who === "visitor" ? VISITOR_HEAD : part("member-head.html");
      // behind the drawing, whose pictures would wait for the scripts on a slow line
      const links = who === "visitor" ? "" : part(`links-${drawing}.html`);
      const drawn = drawing === "none" ? "" : filledIn(part(`${drawing}-${season}.html`), facts, books);
      const html = page
        .replace("</head>", (end) => forVisit(head) + end)
        .replace(ROOT, (root) =>
          drawing === "auth" ? root + forVisit(drawn) : forVisit(pictureOf(drawn) + links) + root,
        );
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
function drawingFor(request: Request, who: "member" | "visitor"): string {
  const { pathname, searchParams } = new URL(request.url);
  if (who === "member")
    return pathname === "/" ? "home" : (DRAWN_PAGES.find((page) => pathname === `/${page}`) ?? "none");
  const isOther =
    ["/answer", "/dates", "/ereader"].includes(pathname) ||
    ["invite", "setup", "reset"].some((name) => searchParams.has(name));
  return isOther ? "none" : "auth";
}

function themeOf(request: Request): string {
  const { theme } = cookiesOf(request);
  return theme === "light" || theme === "dark" ? theme : "system";
}

const pictureOf = (drawn: string) => drawn && `<div id="first-paint" inert aria-hidden="true">${drawn}</div>`;

function filledIn(drawn: string, { clubName, clubSince }: Facts, books: readonly string[]): string {
  const texts = { name: clubName, since: String(clubSince), title: decodeURIComponent(books[0] ?? "") };
  let book = -1;
  const own = new HTMLRewriter()
    .on("[data-cover]", { element: (place) => void ((book += 1) < books.length || place.remove()) })
    .on("[data-cover] img", {
      element: (picture) => {
        const cover = books[book];
        if (cover?.startsWith("/")) picture.setAttribute("src", cover).setAttribute("alt", "");
        else picture.remove();
      },
    })
    .transform(drawn);
  const fill = (html: string, name: keyof typeof texts) =>
    html.replaceAll(PLACEHOLDERS[name], () => Bun.escapeHTML(texts[name]));
  return (["title", "since", "name"] as const).reduce(fill, own);
}
