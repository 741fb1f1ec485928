import { type DocumentContext, relativeHref } from "./hrefs.ts";
import { type Attribute, MATHML, type StartTag, SVG, XHTML } from "./markup.ts";

const toWordSet = (text: string) => new Set(text.trim().split(/\s+/));

const KNOWN_ELEMENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  [XHTML]: toWordSet(`a abbr acronym address area article aside audio b bdi bdo big blockquote body br button caption
    center cite code col colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2
    h3 h4 h5 h6 head header hgroup hr html i img input ins kbd label legend li link main map mark menu meta meter nav
    nobr ol optgroup option output p picture pre progress q rb rp rt rtc ruby s samp search section select small source
    span strike strong style sub summary sup table tbody td textarea tfoot th thead time title tr track tt u ul var
    video wbr`),
  [SVG]: toWordSet(`a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g image line linearGradient
    marker mask metadata mpath path pattern polygon polyline radialGradient rect set stop style svg switch symbol text
    textPath title tref tspan use view`),
  [MATHML]: toWordSet(`annotation annotation-xml maction math menclose merror mfenced mfrac mglyph mi mlabeledtr
    mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable
    mtd mtext mtr munder munderover none semantics`),
};
/** Removed with their content: they run, frame or redirect (BEYOND 5). */
const REMOVED_ELEMENTS = toWordSet(
  "applet base embed fencedframe frame frameset handler iframe listener portal script template",
);
const ANIMATIONS = toWordSet("animate animateColor animateMotion animateTransform set");
const UNWRAPPED_ELEMENTS = toWordSet("canvas noembed noframes noscript object");

const REMOVED_ATTRIBUTES =
  toWordSet(`action archive attributionsrc autofocus background browsingtopics classid cite code codebase data
  dynsrc form formaction formtarget http-equiv imagesrcset is longdesc lowsrc manifest nonce ping popovertarget profile
  slot srcdoc srcset target xmlns`);
const LINK_ATTRIBUTES = toWordSet("class href id media title type");

export type Treatment = "kept" | "unwrapped" | "removed";

export function treatmentOf({ namespace, name, attributes }: StartTag, base: DocumentContext): Treatment {
  if (REMOVED_ELEMENTS.has(name.toLowerCase())) return "removed";
  if (ANIMATIONS.has(name) && attributes.some(animatesUrl)) return "removed";
  if (namespace === XHTML && (name === "link" || name === "meta"))
    return (name === "link" ? isStylesheet(attributes, base) : isViewport(attributes)) ? "kept" : "removed";
  if (UNWRAPPED_ELEMENTS.has(name)) return "unwrapped";
  // an unknown element of XHTML may still carry an id that the contents lead to
  return namespace === XHTML || KNOWN_ELEMENTS[namespace]?.has(name) ? "kept" : "unwrapped";
}

export function shownElement({ namespace, name }: StartTag): string {
  if (namespace !== XHTML || KNOWN_ELEMENTS[XHTML]?.has(name)) return name;
  return name === "form" ? "div" : "span";
}

export function cleanEmbeddedUrl(base: DocumentContext, url: string): string | null {
  if (url.trim() === "") return null;
  if (/^data:(?:image|font|audio|video)\//i.test(url)) return url;
  return relativeHref(base, url);
}

export function cleanAttribute(
  element: StartTag,
  { prefix, name, value }: Attribute,
  base: DocumentContext,
): string | null {
  const lowerName = name.toLowerCase();
  if (lowerName.startsWith("on") || REMOVED_ATTRIBUTES.has(lowerName) || isProgram(lowerName, value)) return null;
  if (prefix === "xml") return lowerName === "base" ? null : value;
  if (prefix === "epub") return value;
  if (prefix === null || (prefix === "xlink" && lowerName !== "href")) return null;
  if (element.name === "link") return cleanLinkAttribute(lowerName, value, base);
  if (lowerName === "href")
    return element.name === "a" || element.name === "area" ? cleanLink(value, base) : cleanEmbeddedUrl(base, value);
  if (lowerName === "src" || lowerName === "poster" || lowerName === "altimg") return cleanEmbeddedUrl(base, value);
  if (lowerName === "usemap") return value.startsWith("#") ? value : null;
  // named images would hide the document's own properties
  if (lowerName === "name" && element.name === "img") return null;
  return value;
}

function cleanLinkAttribute(name: string, value: string, base: DocumentContext): string | null {
  if (name === "rel") return "stylesheet";
  if (!LINK_ATTRIBUTES.has(name)) return null;
  return name === "href" ? relativeHref(base, value) : value;
}

/** A link may lead anywhere; the reader asks before it leaves the book. */
function cleanLink(value: string, base: DocumentContext): string | null {
  return relativeHref(base, value) ?? (/^(?:https?|mailto|tel):/i.test(stripControls(value)) ? value : null);
}

function animatesUrl({ name, value }: Attribute): boolean {
  return name.toLowerCase() === "attributename" && /(?:^|:)(?:href|src|style|on\w*)$/i.test(stripControls(value));
}

/** `preconnect` and others connect before any policy applies. */
function isStylesheet(attributes: readonly Attribute[], base: DocumentContext): boolean {
  const relations = valueOf(attributes, "rel").toLowerCase().split(/\s+/);
  const href = valueOf(attributes, "href").trim();
  return (
    relations.includes("stylesheet") &&
    !relations.includes("alternate") &&
    href !== "" &&
    relativeHref(base, href) !== null
  );
}

function isViewport(attributes: readonly Attribute[]): boolean {
  return valueOf(attributes, "name").toLowerCase() === "viewport" && valueOf(attributes, "http-equiv") === "";
}

function valueOf(attributes: readonly Attribute[], name: string): string {
  return attributes.find((attribute) => attribute.prefix === "" && attribute.name.toLowerCase() === name)?.value ?? "";
}

function isProgram(name: string, value: string): boolean {
  if (name === "alt" || name === "title" || name.startsWith("aria-")) return false;
  return /^(?:javascript|vbscript|livescript|data:text\/html|data:application\/xhtml)/i.test(stripControls(value));
}

/** Browsers ignore whitespace and control characters in URLs. */
function stripControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, "");
}
