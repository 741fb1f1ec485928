import { foldTitle } from "#server/books/editions/titles.ts";

export type NamedPart = { title: string };

/** Parts of audio and text that have the same name, which no other part has. */
export type NamePairs = { textOf: ReadonlyMap<number, number>; audioOf: ReadonlyMap<number, number> };

export const TRACK_NUMBER = /^\s*\d+\s*[-–—.:)]?\s+/;
const NUMBERED =
  /^\s*(?:(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|track|part|file|disc|cd|section)s?\s*)?(?:\d+|[ivxlc]+)(?:\s*[-–—.:)]\s*|\s*$)/i;

export function pairByName(audioParts: readonly NamedPart[], textParts: readonly NamedPart[]): NamePairs {
  const textByName = indexByName(textParts);
  const pairs = [...indexByName(audioParts)].flatMap(([name, audio]) => {
    const text = textByName.get(name) ?? null;
    return audio !== null && text !== null ? [[audio, text] as const] : [];
  });
  return { textOf: new Map(pairs), audioOf: new Map(pairs.map(([audio, text]) => [text, audio])) };
}

type Group = readonly [from: number, until: number];

/** True if a part is in one of the groups, and its partner isn't in the other. */
export function isSeparated({ textOf, audioOf }: NamePairs, audio: Group, text: Group): boolean {
  return hasPartnerOutside(textOf, audio, text) || hasPartnerOutside(audioOf, text, audio);
}

function hasPartnerOutside(partners: ReadonlyMap<number, number>, [from, until]: Group, [start, end]: Group): boolean {
  for (let part = from; part < until; part += 1) {
    const partner = partners.get(part);
    if (partner !== undefined && (partner < start || partner >= end)) return true;
  }
  return false;
}

/** Null for a name that several parts have. */
function indexByName(parts: readonly NamedPart[]): Map<string, number | null> {
  const indexes = new Map<string, number | null>();
  for (const [index, part] of parts.entries()) {
    const name = nameOf(part);
    if (name !== "") indexes.set(name, indexes.has(name) ? null : index);
  }
  return indexes;
}

/** Without its number, which can differ between editions: "05 - Chapter 4: Winter" and "IV. Winter" are "winter". */
function nameOf({ title }: NamedPart): string {
  return foldTitle(title.replace(TRACK_NUMBER, "").replace(NUMBERED, ""));
}
