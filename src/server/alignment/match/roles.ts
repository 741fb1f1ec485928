const exactTitles = (lines: readonly string[]) => new RegExp(`^(?:${lines.join("|")})$`);

/** Front and back matter, also of the recording: normalized titles in English, German, French, Spanish and Italian. */
const FRONT_AND_BACK_MATTER = exactTitles([
  "a note (?:about|on) the (?:author|type)",
  "about (?:the|this) (?:author|book|publisher|narrator|translator|type)s?",
  "acknowledge?ments?|danksagung|remerciements|agradecimientos|ringraziamenti",
  "advertisement",
  "(?:also|books) by\\b.*",
  "(?:back|front|inside)? ?cover|titelbild|umschlag|couverture|cubierta|copertina",
  "bibliography",
  "colophon|kolophon",
  "(?:table of )?contents|inhalt|inhaltsverzeichnis|table des matieres|sommaire|indice|sommario",
  "copyright(?: .*)?",
  "(?:opening|closing|end|front|start) credits?|credits?|abspann|vorspann|generique|creditos|crediti",
  "dedication|widmung|dedicace|dedicatoria|dedica",
  "discussion questions",
  "endnotes|footnotes|notes|anmerkungen|fussnoten|fußnoten|notas|note",
  "epigraph",
  "frontispiece",
  "half ?title(?: page)?",
  "imprint|impressum",
  "index",
  "(?:landmarks|list of (?:illustrations|figures|tables))",
  "newsletter(?: .*)?",
  "praise(?: for .*)?",
  "(?:the )?(?:full )?project gutenberg.*",
  "reading group guide",
  "sample",
  "title ?page|titelseite|titelei|page de titre|portada|frontespizio",
  "transcriber s notes?",
  "uncopyright",
]);

/** Mostly by another author, and often not read aloud. */
const OFTEN_SKIPPED = exactTitles([
  "(?:the |editor s |translator s )?(?:introduction|afterword|appendix|appendices|postscript)\\b.*",
  "(?:biographical|historical) .*|glossary|chronology|intro|outro",
  "einleitung|einfuhrung|nachwort|anhang|glossar|zeittafel",
  "postface|annexes?|glossaire",
  "introduccion|apendice|glosario",
  "introduzione|postfazione|appendice|glossario",
]);

const PREFACE = exactTitles([
  "(?:the |author s )?(?:preface|foreword)\\b.*",
  "vorwort|avant propos|prefacio|prefazione",
]);

/** The role of a part of a book, by its title. */
type Role = "around" | "optional" | "preface" | "body";

/** @param bookTitle is removed from a title that repeats it */
export function roleOf(raw: string, bookTitle: string): Role {
  const [whole, book] = [normalizeTitle(raw), normalizeTitle(bookTitle)];
  const title = book !== "" && whole.startsWith(`${book} `) ? whole.slice(book.length + 1) : whole;
  if (FRONT_AND_BACK_MATTER.test(title)) return "around";
  if (OFTEN_SKIPPED.test(title)) return "optional";
  return PREFACE.test(title) ? "preface" : "body";
}

export function isBookTitle(raw: string, bookTitle: string): boolean {
  return normalizeTitle(bookTitle) !== "" && normalizeTitle(raw) === normalizeTitle(bookTitle);
}

function normalizeTitle(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
