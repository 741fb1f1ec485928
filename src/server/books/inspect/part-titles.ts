/** Names of a book's parts, as programs and publishers of some languages write them. */
const PARTS = [
  /^\(?\d{1,3}\s*(?:of|von|de|di|van|z|\/)\s*\d{1,3}\)?\s*$/iu,
  /^\d{1,3}\s*(?:[-–—.:_)]\s|$)/u,
  /^(?:track|chapter|part|dis[ck]|cd|section)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:kapitel|teil|chapitre|partie|piste|cap[ií]tulo|parte|capitolo|traccia|hoofdstuk|deel|del)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:rozdzia[łl]|cz[ęe][śs][ćc]|kapitola|глава|часть|розділ|частина)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:(?:opening|end|closing) credits|prologue?|epilogue?|introduction|intro|outro|einleitung|vorwort|nachwort)\s*$/iu,
];

/** Whether a file's title names a part of the book that is its album: `01 - Opening Credits`, `Emma - Kapitel 3`. */
export function isPartOf(album: string, title: string): boolean {
  const isNamed = title.toLowerCase().startsWith(album.toLowerCase());
  const part = (isNamed ? title.slice(album.length).replace(/^[\s\-–—.,:_#]+/u, "") : title).trim();
  return PARTS.some((pattern) => pattern.test(part));
}
