const NOTE_TYPES = /\b(?:noteref|doc-noteref|biblioref|doc-biblioref|glossref|doc-glossref)\b/;
const BACK_TYPES = /\b(?:backlink|doc-backlink)\b/;
const EPUB = "http://www.idpf.org/2007/ops";
const NOTE_MAX = 2000;

/** Marked as a note by the book, or a small superscript number. */
export function isNoteLink(link: Element): boolean {
  const kind = `${link.getAttributeNS(EPUB, "type") ?? link.getAttribute("epub:type") ?? ""} ${link.getAttribute("role") ?? ""}`;
  if (NOTE_TYPES.test(kind)) return true;
  if (BACK_TYPES.test(kind)) return false;
  const isHigh = link.closest("sup") !== null || link.querySelector("sup") !== null;
  return isHigh && (link.textContent ?? "").trim().length <= 5;
}

/** Without the back link; null when missing. */
export function noteText(doc: Document, id: string): string | null {
  const target = doc.getElementById(id);
  if (!target) return null;
  // an anchor in front of the note, or within its first line
  const block = target.closest("li, aside, p, dd, div, section, td") ?? target;
  const note = block.cloneNode(true) as Element;
  for (const back of note.querySelectorAll("a"))
    if (
      BACK_TYPES.test(`${back.getAttributeNS(EPUB, "type") ?? ""} ${back.getAttribute("role") ?? ""}`) ||
      /^[^\p{L}\p{N}]*$/u.test(back.textContent ?? "")
    )
      back.remove();
  const text = (note.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  return text === "" ? null : text.slice(0, NOTE_MAX);
}
