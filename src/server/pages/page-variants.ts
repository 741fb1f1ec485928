import {
  EARLY_CLICK_SCRIPT,
  findVisitorPage,
  PLACEHOLDERS,
  PRERENDERED_PAGES,
  VISITOR_MARKERS,
} from "#contract/first-paint.ts";
import { seasonOf } from "#contract/season.ts";
import { hasSessionCookie, parseCookies } from "#server/access/cookies.ts";
import type { Clock } from "#server/adapters/clock.ts";
import type { Config } from "#server/config.ts";

export type PageVariants = ReturnType<typeof createPageVariants>;

type ClubSettings = Pick<Config, "secure" | "cookieSuffix" | "clubName" | "clubSince" | "clubTimeZone">;

const markAsVisitOnly = (html: string) => VISITOR_MARKERS.join(html);
export const FIRST_STYLES = "first-styles.css";
const ROOT_TAG = '<div id="root">';
const VISITOR_HEAD = `<meta name="session" content="none" /><script>${EARLY_CLICK_SCRIPT}</script>`;

/** A variant's name lists visitor or member, prerendered part, season and theme: `visitor auth fall dark`. */
export function createPageVariants(settings: ClubSettings, clock: Clock) {
  return {
    isForMember: (request: Request) => hasSessionCookie(request, settings),
    find: (request: Request) => {
      const isMember = hasSessionCookie(request, settings);
      const season = seasonOf(clock.now(), settings.clubTimeZone);
      return [isMember ? "member" : "visitor", prerenderedPartOf(request, isMember), season, themeOf(request)].join(
        " ",
      );
    },
    render: (variant: string, page: string, part: (name: string) => string) => {
      const [audience, partName = "", season = "", theme = ""] = variant.split(" ");
      const isMember = audience === "member";
      const isLink = partName === "link";
      // the stored page doesn't need it
      const partHtml =
        partName === NOT_PRERENDERED
          ? ""
          : part(SEASONAL_PARTS.has(partName) ? `${partName}-${season}.html` : `${partName}.html`);
      const styles = partName === NOT_PRERENDERED ? "" : markAsVisitOnly(`<style>${part(FIRST_STYLES)}</style>`);
      const memberStyles = part("member-head.html");
      // also at the end, because the later of two style sheets wins
      const headStyles = isLink || isPrerendered(partName) ? markAsVisitOnly(memberStyles) : "";
      const headHtml = styles + (isMember ? "" : markAsVisitOnly(VISITOR_HEAD)) + headStyles;
      // browsers with few connections fetch in this order: the image before the scripts
      const filesPart = FILE_PARTS[partName] ?? (isMember ? "member-end" : undefined);
      const files = filesPart === undefined ? "" : part(`${filesPart}.html`);
      const bodyEnd = (isMember || isLink ? memberStyles : "") + (isMember && !isLink ? files : markAsVisitOnly(files));
      const html = page
        .replace("</head>", (end) => headHtml + end)
        .replace(ROOT_TAG, (root) => root + (partHtml && markAsVisitOnly(fillPlaceholders(partHtml, settings))))
        .replace("</body>", (end) => bodyEnd + end);
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

/** For the service worker, which doesn't store the prerendered part. */
const NOT_PRERENDERED = "unprerendered";
const FILE_PARTS: Partial<Record<string, string>> = {
  "auth-frame": "auth-frame-end",
  link: "link-end",
};
const SEASONAL_PARTS = new Set(["home", "auth", "auth-frame"]);

const isPrerendered = (name: string): boolean => PRERENDERED_PAGES.some((page) => page === name);

function prerenderedPartOf({ url, headers }: Request, isMember: boolean): string {
  if (isMember && headers.get("sec-fetch-dest") === "empty") return NOT_PRERENDERED;
  const parsedUrl = new URL(url);
  const visitorPage = findVisitorPage(parsedUrl);
  if (visitorPage === "link" || !isMember) return visitorPage;
  const { pathname } = parsedUrl;
  if (pathname === "/") return "home";
  const [, page = "", id] = pathname.split("/");
  return isPrerendered(page) && (id === undefined || page === "read") ? page : "member";
}

function themeOf(request: Request): string {
  const { theme } = parseCookies(request);
  return theme === "light" || theme === "dark" ? theme : "system";
}

function fillPlaceholders(partHtml: string, { clubName, clubSince }: ClubSettings): string {
  const texts = { name: clubName, since: String(clubSince) };
  const fill = (html: string, name: keyof typeof texts) =>
    html.replaceAll(PLACEHOLDERS[name], () => Bun.escapeHTML(texts[name]));
  // last, because the name may contain a placeholder
  return (["since", "name"] as const).reduce(fill, partHtml);
}
