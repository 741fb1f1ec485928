const NOTE_TYPES = /\b(?:noteref|doc-noteref|biblioref|doc-biblioref|glossref|doc-glossref)\b/;
const BACK_TYPES = /\b(?:backlink|doc-backlink)\b/;
const EPUB = "http://www.idpf.org/2007/ops";
const NOTE_SELECTOR = "li, aside, dd, [role=doc-footnote], [role=doc-endnote]";
const BLOCK_SELECTOR = "p, div, li, blockquote, br";
const LINE_BREAK = "\u2029";
const NOTE_MAX = 2000;

/** True for a link marked up as a note, or a small superscript number. */
export function isNoteLink(link: Element): boolean {
  const linkTypes = `${link.getAttributeNS(EPUB, "type") ?? link.getAttribute("epub:type") ?? ""} ${link.getAttribute("role") ?? ""}`;
  if (NOTE_TYPES.test(linkTypes)) return true;
  if (BACK_TYPES.test(linkTypes)) return false;
  const isHigh = link.closest("sup") !== null || link.querySelector("sup") !== null;
  return isHigh && (link.textContent ?? "").trim().length <= 5;
}

export function noteText(doc: Document, id: string): string | null {
  const target = doc.getElementById(id);
  if (!target) return null;
  // The anchor may be before the note, or within its first line.
  const block = target.closest(NOTE_SELECTOR) ?? target.closest("p, div, section, td") ?? target;
  const note = block.cloneNode(true) as Element;
  for (const backlink of note.querySelectorAll("a"))
    if (
      BACK_TYPES.test(`${backlink.getAttributeNS(EPUB, "type") ?? ""} ${backlink.getAttribute("role") ?? ""}`) ||
      /^[^\p{L}\p{N}]*$/u.test(backlink.textContent ?? "")
    )
      backlink.remove();
  for (const innerBlock of note.querySelectorAll(BLOCK_SELECTOR)) innerBlock.append(LINE_BREAK);
  const lines = (note.textContent ?? "").split(LINE_BREAK).map((line) => line.replaceAll(/\s+/g, " ").trim());
  const text = lines.filter(Boolean).join("\n\n");
  return text === "" ? null : text.slice(0, NOTE_MAX);
}
