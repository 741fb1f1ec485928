import type { MatchCorrection, MatchedChapters } from "#contract/book-progress.ts";
import type { Contents } from "#contract/reading.ts";

/** Sections by their entry in the contents; others by number. */
export function listChoices({ toc, sections }: Contents) {
  const lines = toc.flatMap(({ section, fragment, title, level }) =>
    section === null
      ? []
      : [{ value: choiceValue(section, fragment), title: `${"\u2003".repeat(level)}${title}`, section }],
  );
  const listedSections = new Set(lines.map(({ section }) => section));
  const unlistedSections = sections.filter(({ index }) => !listedSections.has(index));
  const unlistedChoices = unlistedSections.map(({ index }) => ({
    value: choiceValue(index, null),
    title: `Part ${index + 1}`,
    section: index,
  }));
  const allChoices = [...lines, ...unlistedChoices].toSorted((one, other) => one.section - other.section);
  return allChoices.filter(({ value }, at) => allChoices.findIndex((other) => other.value === value) === at);
}

/** The choice for each audiobook chapter; empty when it continues the previous. */
export function choicesForChapters({ pairs }: MatchedChapters, chapterCount: number): string[] {
  const takenParts = new Set<string>();
  return Array.from({ length: chapterCount }, (_, chapter) => {
    const pair = pairs.find((one) => one.chapter === chapter);
    const value = pair ? choiceValue(pair.section, pair.fragment) : "";
    if (takenParts.has(value)) return "";
    takenParts.add(value);
    return value;
  });
}

export function toMatchPairs(choices: readonly string[]): MatchCorrection["pairs"] {
  return choices.flatMap((value, chapter) => {
    const [section, ...fragment] = value.split("#");
    if (!section) return [];
    return [{ chapter, section: Number(section), fragment: fragment.length > 0 ? fragment.join("#") : null }];
  });
}

export function formatMatchQuality({ confidence, corrected }: MatchedChapters): string {
  if (corrected) return "An admin set these chapters.";
  if (confidence >= 0.5) return "These chapters were matched automatically and look right.";
  if (confidence >= 0.3) return "These chapters were matched automatically. Please check them.";
  return "The chapters don't line up, so switching is approximate. You can match them here.";
}

function choiceValue(section: number, fragment: string | null): string {
  return fragment === null ? String(section) : `${section}#${fragment}`;
}
