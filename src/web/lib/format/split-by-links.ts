type TextPart = { text: string; isLink: boolean };

/** Invisible characters and closing quotes end a URL, so that none can be hidden in it. */
const URL_PATTERN = /https?:\/\/[^\s<>"'“”‘’«»\u200B-\u200F\u202A-\u202E\u2060-\u2069]+/gi;
const SENTENCE_END = /(?<![.,;:!?…)\]}])[.,;:!?…)\]}]+$/;

export function splitByLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const url = match.replace(SENTENCE_END, "");
    if (!isUrl(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false });
    parts.push({ text: url, isLink: true });
    end = index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}

function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
