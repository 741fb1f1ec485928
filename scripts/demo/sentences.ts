const SEGMENTS = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a Markdown paragraph, whose texts together are the paragraph. Emphasis and titles aren't cut. */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const { segment } of SEGMENTS.segment(paragraph)) {
    open += segment;
    if (isWhole(open)) {
      sentences.push(open);
      open = "";
    }
  }
  return open === "" ? sentences : [...sentences, open];
}

const isWhole = (text: string): boolean => !/\b(?:Mr|Mrs|Dr)\.\s*$/.test(text) && text.split("_").length % 2 === 1;
