/** A piece of a text: plain, or the address of a link as it was written. */
type Piece = { text: string; isLink: boolean };

/** Invisible marks and closing quotes end an address, so that none can hide in it. */
const ADDRESS = /https?:\/\/[^\s<>"'“”‘’«»\u200B-\u200F\u202A-\u202E\u2060-\u2069]+/gi;
/** What ends a sentence rather than an address. */
const SENTENCE_END = /(?<![.,;:!?…)\]}])[.,;:!?…)\]}]+$/;

/** Cuts a text at its web addresses. The pieces together are the text, character by character. */
export function splitAtLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(SENTENCE_END, "");
    if (!isAddress(address)) continue;
    if (index > done) pieces.push({ text: text.slice(done, index), isLink: false });
    pieces.push({ text: address, isLink: true });
    done = index + address.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isLink: false });
  return pieces;
}

function isAddress(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
