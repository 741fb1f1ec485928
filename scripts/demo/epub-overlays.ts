import { sentencesOf } from "./sentences.ts";
import type { Story } from "./story.ts";

export const SOUND_NAME = "audiobook.m4a";

export const overlayIdOf = (chapterId: string): string => `overlay-${chapterId}`;

/** Paragraphs of Markdown whose sentences have ids, counted from 1; the title is `s0`. */
export function withSentenceIds(paragraphs: readonly string[]): string[] {
  let count = 0;
  return paragraphs.map((paragraph) =>
    sentencesOf(paragraph)
      .map((sentence) => {
        count += 1;
        const text = sentence.trimEnd();
        return `<span id="s${count}">${text}</span>${sentence.slice(text.length)}`;
      })
      .join(""),
  );
}

/** What is heard when, for each chapter that is read aloud. */
export function overlayDocuments({ times }: Story): Record<string, string> {
  return Object.fromEntries(
    Object.entries(times).map(([id, pairs]) => [`OEBPS/${id}.smil`, overlayDocument(id, pairs)]),
  );
}

/** The package's statements of how long each overlay is, and all of them. */
export function overlayDurations({ times }: Story): string[] {
  const lengths = Object.entries(times).map(
    ([id, pairs]) => [id, pairs.reduce((sum, [start, end]) => sum + end - start, 0)] as const,
  );
  const all = lengths.reduce((sum, [, seconds]) => sum + seconds, 0);
  return [
    ...lengths.map(
      ([id, seconds]) => `<meta property="media:duration" refines="#${overlayIdOf(id)}">${seconds.toFixed(3)}s</meta>`,
    ),
    `<meta property="media:duration">${all.toFixed(3)}s</meta>`,
  ];
}

function overlayDocument(id: string, pairs: readonly (readonly [number, number])[]): string {
  const heard = pairs.map(
    ([start, end], index) =>
      `<par id="p${index}"><text src="${id}.xhtml#s${index}"/>` +
      `<audio src="${SOUND_NAME}" clipBegin="${start}s" clipEnd="${end}s"/></par>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0">
<body>
${heard.join("\n")}
</body>
</smil>
`;
}
