import { overlayDocuments, overlayDurations, overlayIdOf, SOUND_NAME, withSentenceIds } from "./epub-overlays.ts";
import type { Story, StoryChapter } from "./story.ts";

const NUMBERS = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

export function epubDocuments(story: Story): Record<string, string> {
  return {
    "META-INF/container.xml": CONTAINER,
    "OEBPS/package.opf": packageDocument(story),
    "OEBPS/nav.xhtml": navigation(story),
    "OEBPS/toc.ncx": oldNavigation(story),
    "OEBPS/style.css": story.css,
    "OEBPS/cover.xhtml": page(story, "Cover", COVER_BODY),
    "OEBPS/title.xhtml": page(story, story.facts.title, titleBody(story)),
    ...Object.fromEntries(
      story.chapters.map((chapter, index) => [`OEBPS/${chapter.id}.xhtml`, chapterPage(story, chapter, index)]),
    ),
    ...overlayDocuments(story),
  };
}

const escapeXml = Bun.escapeHTML;

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

const COVER_BODY = `<body class="cover" epub:type="cover"><img src="cover.jpg" alt="Cover"/></body>`;

function titleBody({ facts }: Story): string {
  return `<body class="plain" epub:type="titlepage">
<p class="title">${escapeXml(facts.title)}</p>
<p class="author">${escapeXml(facts.author)}</p>
<p>${escapeXml(facts.rights)}</p>
</body>`;
}

function chapterPage(story: Story, chapter: StoryChapter, index: number): string {
  const number = NUMBERS[index] ?? String(index + 1);
  return page(
    story,
    chapter.title,
    `<body epub:type="bodymatter">
<section epub:type="chapter">
<h1 id="s0"><span class="number">${number}</span> ${escapeXml(chapter.title)}</h1>
${Bun.markdown.html(withSentenceIds(chapter.paragraphs).join("\n\n"))}</section>
</body>`,
  );
}

function page({ facts }: Story, title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${facts.language}" xml:lang="${facts.language}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
${body}
</html>
`;
}

function navigation(story: Story): string {
  const items = story.chapters.map(
    (chapter) => `<li><a href="${chapter.id}.xhtml">${escapeXml(chapter.title)}</a></li>`,
  );
  return page(
    story,
    "Contents",
    `<body>
<nav epub:type="toc" id="toc"><h1>Contents</h1>
<ol>
${items.join("\n")}
</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><h2>Landmarks</h2>
<ol>
<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
<li><a epub:type="bodymatter" href="${story.chapters[0]?.id}.xhtml">Start of the story</a></li>
</ol></nav>
</body>`,
  );
}

function oldNavigation({ facts, chapters }: Story): string {
  const points = chapters.map(
    (chapter, index) =>
      `<navPoint id="nav-${index + 1}" playOrder="${index + 1}"><navLabel><text>${escapeXml(chapter.title)}</text></navLabel>` +
      `<content src="${chapter.id}.xhtml"/></navPoint>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${facts.language}">
<head><meta name="dtb:uid" content="${facts.identifier}"/><meta name="dtb:depth" content="1"/>
<meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head>
<docTitle><text>${escapeXml(facts.title)}</text></docTitle>
<navMap>
${points.join("\n")}
</navMap>
</ncx>
`;
}

function packageDocument(story: Story): string {
  const { facts, chapters, times } = story;
  const manifest = chapters.map(({ id }) => {
    const overlay = id in times ? ` media-overlay="${overlayIdOf(id)}"` : "";
    return `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"${overlay}/>`;
  });
  const overlays = Object.keys(times).map(
    (id) => `<item id="${overlayIdOf(id)}" href="${id}.smil" media-type="application/smil+xml"/>`,
  );
  const spine = chapters.map(({ id }) => `<itemref idref="${id}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="${facts.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${facts.identifier}</dc:identifier>
<dc:title>${escapeXml(facts.title)}</dc:title>
<dc:creator id="author">${escapeXml(facts.author)}</dc:creator>
<meta refines="#author" property="role" scheme="marc:relators">aut</meta>
<dc:language>${facts.language}</dc:language>
<dc:publisher>${escapeXml(facts.publisher)}</dc:publisher>
<dc:date>${facts.date}</dc:date>
<dc:rights>${escapeXml(facts.rights)}</dc:rights>
<dc:description>${escapeXml(facts.description)}</dc:description>
<meta property="dcterms:modified">${facts.modified}</meta>
<meta name="cover" content="cover-image"/>
${overlayDurations(story).join("\n")}
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover-image" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>
<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
<item id="sound" href="${SOUND_NAME}" media-type="audio/mp4"/>
${[...manifest, ...overlays].join("\n")}
</manifest>
<spine toc="ncx">
<itemref idref="cover"/>
<itemref idref="title"/>
<itemref idref="nav" linear="no"/>
${spine.join("\n")}
</spine>
</package>
`;
}
