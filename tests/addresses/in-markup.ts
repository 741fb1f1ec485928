const LINKS =
  "stylesheet icon shortcut-icon apple-touch-icon mask-icon preload prefetch modulepreload prerender manifest next import search pingback expect dns-prefetch preconnect compression-dictionary".split(
    " ",
  );
const STYLED_SHEETS = [
  '"alternate stylesheet" title="a"',
  '"stylesheet preconnect"',
  '"STYLESHEET"',
  '"icon stylesheet"',
];
const PAINT_ATTRIBUTES = "fill stroke mask clip-path filter marker-start marker-mid marker-end cursor".split(" ");

/** Markup for a chapter's `body` in which XHTML, SVG or MathML takes a URL, written as `@@`. */
export const IN_BODY: readonly string[] = [
  '<img src="@@" alt=""/>',
  '<img SRC="@@" alt=""/>',
  '<img loading="eager" fetchpriority="high" src="@@" alt=""/>',
  '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="@@"/>',
  '<img srcset="@@" alt=""/>',
  '<img srcset="@@ 1x" alt=""/>',
  '<img srcset="@@ 9w" sizes="9px" alt=""/>',
  '<img srcset="p.png 9x,@@ 1x" alt=""/>',
  '<img srcset="p.png 9x,@@" alt=""/>',
  '<img srcset=",,@@" alt=""/>',
  '<img srcset="p.png (1x,q.png 2x) 9x, @@ 1x" alt=""/>',
  '<img srcset="p.png 9x\n,\n@@\n1x" alt=""/>',
  '<img src="p.png" lowsrc="@@" dynsrc="@@" longdesc="@@" attributionsrc="@@" data-src="@@" alt=""/>',
  '<image src="@@"/>',
  '<input type="image" src="@@" alt=""/>',
  '<picture><source srcset="@@"/><img src="p.png" alt=""/></picture>',
  '<picture><source srcset="@@ 1x" media="all" type="image/png"/><img alt=""/></picture>',
  '<audio src="@@" preload="auto" controls="controls"></audio>',
  '<audio preload="auto"><source src="@@" type="audio/mpeg"/></audio>',
  '<video src="@@" preload="auto" muted="muted" autoplay="autoplay"></video>',
  '<video poster="@@" width="9"></video>',
  '<video preload="auto"><source src="@@"/></video>',
  '<video src="v.mp4" preload="auto"><track src="@@" kind="subtitles" default="default"/></video>',
  '<bgsound src="@@"/>',
  '<object data="@@" type="image/png"></object>',
  '<object data="@@"></object>',
  '<object><param name="src" value="@@"/></object>',
  '<object classid="@@" codebase="@@" archive="@@"></object>',
  '<embed src="@@" type="image/png"/>',
  '<embed src="@@"/>',
  '<applet code="a" archive="@@" codebase="@@"></applet>',
  '<iframe src="@@"></iframe>',
  '<iframe srcdoc="&lt;img src=&quot;@@&quot;>"></iframe>',
  '<frameset><frame src="@@"/></frameset>',
  '<fencedframe src="@@"></fencedframe>',
  '<portal src="@@"></portal>',
  '<model src="@@"><source src="@@"/></model>',
  '<script src="@@"></script>',
  '<script type="module" src="@@"></script>',
  '<script type="speculationrules">{"prefetch":[{"urls":["@@"],"eagerness":"immediate"}]}</script>',
  '<script type="importmap" src="@@"></script>',
  '<table background="@@"><tbody><tr background="@@"><td background="@@">a</td></tr></tbody></table>',
  '<noscript><img src="@@" alt=""/></noscript>',
  '<noembed><img src="@@" alt=""/></noembed>',
  '<template shadowrootmode="open"><img src="@@" alt=""/></template>',
  '<blockquote cite="@@">a</blockquote><q cite="@@">b</q><ins cite="@@">c</ins>',
  '<a href="@@" ping="@@" rel="prefetch" attributionsrc="@@">a</a>',
  '<form action="@@"><button formaction="@@">a</button></form>',
  '<div xml:base="@@"><img src="p.png" alt=""/></div>',
  '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="@@" parse="text"/>',
  '<img usemap="@@" src="p.png" alt=""/><map name="m"><area href="@@"/></map>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="@@" width="9" height="9"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="@@" width="9" height="9"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="@@" width="9" height="9"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image src="@@" width="9" height="9"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><use href="@@#a"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="@@#a"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f1"><feImage href="@@"/></filter><rect width="9" height="9" filter="url(#f1)"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="g1" href="@@#a"/><pattern id="g2" href="@@#a" width="9" height="9"/></defs><rect width="9" height="9" fill="url(#g1)" stroke="url(#g2)"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><text><textPath href="@@#a">a</textPath><tref href="@@#a"/></text></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"><animateMotion dur="1s"><mpath href="@@#a"/></animateMotion></rect></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image width="9" height="9"><set attributeName="href" to="@@"/></image></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><image width="9" height="9"><animate attributeName="href" values="p.png;@@" dur="0.1s" fill="freeze"/></image></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"><set attributeName="fill" to="url(@@#a)"/><set attributeName="filter" to="url(@@#a)"/></rect></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"><animate attributeName="mask" values="none;url(@@#a)" dur="0.1s" fill="freeze"/></rect></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><script href="@@"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="@@" alt=""/></foreignObject></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="@@"></iframe></foreignObject></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><video xmlns="http://www.w3.org/1999/xhtml" poster="@@"></video></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><font-face><font-face-src><font-face-uri href="@@"/></font-face-src></font-face><color-profile href="@@"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="@@"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"><handler type="text/javascript" href="@@"/><listener href="@@"/></svg>',
  ...PAINT_ATTRIBUTES.map(
    (name) => `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L9 9L9 0" ${name}="url(@@#a)"/></svg>`,
  ),
  '<math xmlns="http://www.w3.org/1998/Math/MathML"><mglyph src="@@"/><mi href="@@">x</mi></math>',
  '<math xmlns="http://www.w3.org/1998/Math/MathML" altimg="@@"><semantics><mi>x</mi><annotation-xml encoding="text/html"><img xmlns="http://www.w3.org/1999/xhtml" src="@@" alt=""/></annotation-xml></semantics></math>',
  '<math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="statusline" href="@@"><mtext>a</mtext></maction></math>',
];

/** Markup for a chapter's `head`. */
export const IN_HEAD: readonly string[] = [
  ...LINKS.map((rel) => `<link rel="${rel.replace("shortcut-", "shortcut ")}" as="image" href="@@"/>`),
  ...STYLED_SHEETS.map((rel) => `<link rel=${rel} type="text/css" href="@@"/>`),
  '<link rel="preload" as="image" imagesrcset="@@ 1x"/>',
  '<link rel="preload" as="font" crossorigin="anonymous" href="@@"/>',
  '<link rel="preload" as="style" href="@@"/>',
  '<meta name="msapplication-TileImage" content="@@"/>',
  '<meta http-equiv="Link" content="&lt;@@&gt;; rel=stylesheet"/>',
  '<meta http-equiv="Content-Security-Policy-Report-Only" content="img-src \'none\'; report-uri @@"/>',
];

/** Markup that affects the whole document, so each has its own: before the root, in the head, and the body's tag. */
export const WHOLE_DOCUMENT: readonly {
  before?: string;
  head?: string;
  root?: string;
  body?: string;
  text?: string;
}[] = [
  { head: '<meta http-equiv="refresh" content="0;url=@@"/>' },
  { head: '<meta http-equiv="refresh" content="0,\'@@\'"/>' },
  { head: '<base href="@@/"/>', text: '<img src="p.png" alt=""/>' },
  { root: 'manifest="@@"' },
  { root: 'xml:base="@@/"', text: '<img src="p.png" alt=""/>' },
  { body: 'background="@@"' },
  { before: '<?xml-stylesheet type="text/css" href="@@"?>' },
  { before: '<?xml-stylesheet type="text/xsl" href="@@"?>' },
  { before: '<!DOCTYPE html SYSTEM "@@">' },
  { before: '<!DOCTYPE html [<!ENTITY e SYSTEM "@@">]>', text: "<p>&e;</p>" },
  { before: "<!DOCTYPE html [<!ENTITY e \"&#60;img src='@@'/>\">]>", text: "<p>&e;</p>" },
  { before: '<!DOCTYPE html [<!ATTLIST p style CDATA "background:url(@@)">]>', text: "<p>a</p>" },
];
