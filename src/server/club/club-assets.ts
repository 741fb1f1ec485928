import type { Config } from "#server/config.ts";

/** Makes a text of the built web app this club's own. */
export type Rewrite = (text: string) => string;

type Facts = Pick<Config, "clubName" | "publicUrl">;

/** The rewriter escapes quotation marks only. */
const attribute = (value: string) => value.replaceAll("&", "&amp;");

/**
 * What of the built web app tells the club's name or address, by its address: the page, for anyone who is sent a link to
 * it and for the first call that it makes, and the manifest, for anyone who installs it. Readers of Open Graph take
 * absolute addresses only, so without PUBLIC_URL the picture keeps its relative one.
 */
export function clubAssets(facts: Facts): Readonly<Record<string, Rewrite>> {
  return { "/index.html": (text) => pageOf(facts, text), "/manifest.webmanifest": (text) => manifestOf(facts, text) };
}

function pageOf({ clubName, publicUrl }: Facts, html: string): string {
  const set = (content: string) => ({
    element: (meta: HTMLRewriterTypes.Element) => void meta.setAttribute("content", attribute(content)),
  });
  const rewriter = new HTMLRewriter()
    .on("title", { element: (title) => void title.setInnerContent(clubName) })
    .on('meta[property="og:title"], meta[property="og:site_name"], meta[name="application-name"]', set(clubName));
  if (publicUrl !== null) {
    rewriter.on('meta[name="public-domain"]', set(new URL(publicUrl).host)).on('meta[property="og:image"]', {
      element: (meta) => void meta.setAttribute("content", attribute(publicUrl + meta.getAttribute("content"))),
    });
  }
  return rewriter.transform(html);
}

/** The short name stands under the icon, where a long one is cut: it stays "Book Club" everywhere. */
function manifestOf({ clubName }: Facts, json: string): string {
  return JSON.stringify({ ...JSON.parse(json), name: clubName });
}
