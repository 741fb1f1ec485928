import type { Config } from "#server/config.ts";

export type Rewrite = (text: string) => string;

type ClubSettings = Pick<Config, "clubName" | "publicUrl">;

/** The rewriter escapes only quotation marks. */
const escapeAmpersands = (value: string) => value.replaceAll("&", "&amp;");

export function createClubRewrites(settings: ClubSettings): Readonly<Record<string, Rewrite>> {
  return {
    "/index.html": (text) => rewritePage(settings, text),
    // the short name stays "Book Club", because a longer one would be cut under the icon
    "/manifest.webmanifest": (text) => JSON.stringify({ ...JSON.parse(text), name: settings.clubName }),
  };
}

function rewritePage({ clubName, publicUrl }: ClubSettings, html: string): string {
  const setContent = (content: string) => ({
    element: (meta: HTMLRewriterTypes.Element) => void meta.setAttribute("content", escapeAmpersands(content)),
  });
  const rewriter = new HTMLRewriter()
    .on("title", { element: (title) => void title.setInnerContent(clubName) })
    .on(
      'meta[property="og:title"], meta[property="og:site_name"], meta[name="application-name"]',
      setContent(clubName),
    );
  if (publicUrl !== null) {
    rewriter.on('meta[name="public-domain"]', setContent(new URL(publicUrl).host)).on('meta[property="og:image"]', {
      element: (meta) => void meta.setAttribute("content", escapeAmpersands(publicUrl + meta.getAttribute("content"))),
    });
  }
  return rewriter.transform(html);
}
