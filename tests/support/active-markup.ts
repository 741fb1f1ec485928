import { SaxesParser } from "saxes";

const SHOWN = new Set([
  "http://www.w3.org/1999/xhtml",
  "http://www.w3.org/2000/svg",
  "http://www.w3.org/1998/Math/MathML",
]);
const RUNS = new Set(
  "applet base embed fencedframe frame frameset handler iframe listener noscript object param portal script template".split(
    " ",
  ),
);
const LOADS = new Set(
  "action archive background cite code codebase data form formaction href imagesrcset longdesc lowsrc manifest ping poster profile src srcdoc srcset usemap xlink:href".split(
    " ",
  ),
);

/**
 * What of a page could run, frame, redirect or load from outside, read as browsers read XML.
 * @throws Error if it isn't XML
 */
export function findActive(page: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let style = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", (doctype) => {
    if (doctype.trim() !== "html") found.push(`<!doctype ${doctype}>`);
  });
  parser.on("processinginstruction", ({ target }) => void found.push(`<?${target}?>`));
  parser.on("opentag", ({ name, local, uri, attributes }) => {
    const own = local.toLowerCase();
    if (!SHOWN.has(uri) || RUNS.has(own)) found.push(`<${name}>`);
    if (own === "style") style += 1;
    for (const { name: attribute, value } of Object.values(attributes)) {
      const plain = attribute.toLowerCase();
      const address = value.replaceAll(/[\p{Cc}\s]/gu, "").toLowerCase();
      const leaves =
        /^(?:[a-z][a-z\d+.-]*:|[\\/])/.test(address) && !/^data:(?:image|font|audio|video)\//.test(address);
      const isLink = own === "a" || own === "area";
      const isSafeLink = isLink && plain === "href" && /^(?:https?|mailto|tel):/.test(address);
      if (/^on|^http-equiv$|:base$/.test(plain)) found.push(`${name} ${attribute}`);
      if (LOADS.has(plain) && leaves && !isSafeLink) found.push(`${name} ${attribute}=${value}`);
      if (/^(?:java|vb|live)script:/.test(address)) found.push(`${name} ${attribute}=${value}`);
      if (plain === "attributename" && /href|src|^on/.test(address)) found.push(`${name} ${attribute}=${value}`);
      if (plain === "style" || uri.endsWith("/svg"))
        found.push(...outsideCss(value).map((part) => `${name} ${attribute}: ${part}`));
    }
  });
  parser.on("closetag", ({ local }) => {
    if (local.toLowerCase() === "style") style -= 1;
  });
  parser.on("text", (text) => {
    if (style > 0) found.push(...outsideCss(text));
  });
  parser.write(page).close();
  return found;
}

/** Whatever a style could fetch: escapes are resolved first, as browsers do. */
function outsideCss(css: string): string[] {
  const plain = css
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0xffff)),
    )
    .replaceAll("\\", "")
    .replaceAll(/(?<![\w(-]\s*|@import\s*)(?:"[^"\n]*"|'[^'\n]*')/gi, "");
  const addresses = [
    ...plain.matchAll(/(?<![\w-])(?:url|src|image-set)\(\s*["']?([^"')]*)/gi),
    ...plain.matchAll(/@import\s+["']([^"']*)/gi),
  ];
  return addresses
    .map(([, address = ""]) => address.trim())
    .filter(
      (address) =>
        /^(?:[a-z][a-z\d+.-]*:|[\\/])/i.test(address) && !/^(?:data:(?:image|font)\/|about:invalid)/i.test(address),
    );
}
