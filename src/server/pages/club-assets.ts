import type { Config } from "#server/config.ts";

export type Rewrite = (text: string) => string;

type Facts = Pick<Config, "clubName" | "publicUrl">;

/** The rewriter escapes only quotation marks. */
const attribute = (value: string) => value.replaceAll("&", "&amp;");

/** Built files that show the club's name or address. Open Graph needs absolute addresses, so PUBLIC_URL. */
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

/** The short name appears under the icon, where long ones are cut, so it stays "Book Club". */
function manifestOf({ clubName }: Facts, json: string): string {
  return JSON.stringify({ ...JSON.parse(json), name: clubName });
}
