type MeetingPlace = {
  link: string | null;
  place: string;
};

/** Separates the first https address of a location from the rest (BEYOND 10). */
export function splitJoinLink(location: string): MeetingPlace {
  for (const { 0: url, index } of location.matchAll(ADDRESS)) {
    const link = trimTrailingPunctuation(url);
    if (!isHttps(link)) continue;
    const end = index + link.length;
    return { link, place: cleanUpPlace(removeBrackets(location.slice(0, index), location.slice(end))) };
  }
  return { link: null, place: location.trim() };
}

/** False if it contains a URL, which a map wouldn't find. */
export const isMappable = (place: string): boolean => place !== "" && !/[a-z]:\/\/|javascript:/iu.test(place);

/** Not within another URL, such as a parameter. */
const ADDRESS = /(?<![\w/=&?%#@.-])https:\/\/[^\s<>"“”«»]+/giu;

const PAIRS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

function trimTrailingPunctuation(url: string): string {
  let link = url;
  for (;;) {
    const lastCharacter = link.at(-1) ?? "";
    const opening = PAIRS[lastCharacter];
    const isTail =
      opening === undefined ? /[.,;:!?'’…]/u.test(lastCharacter) : count(link, lastCharacter) > count(link, opening);
    if (!isTail) return link;
    link = link.slice(0, -1);
  }
}

const count = (text: string, letter: string): number => text.split(letter).length - 1;

function isHttps(link: string): boolean {
  try {
    const url = new URL(link);
    return url.protocol === "https:" && url.username === "" && url.password === "";
  } catch {
    return false;
  }
}

function removeBrackets(before: string, after: string): string {
  const adjacentCharacters = `${before.trimEnd().at(-1) ?? ""}${after.trimStart().at(0) ?? ""}`;
  if (!["()", "[]", "{}", "<>", '""', "“”", "«»"].includes(adjacentCharacters)) return `${before} ${after}`;
  return `${before.trimEnd().slice(0, -1)} ${after.trimStart().slice(1)}`;
}

function cleanUpPlace(rest: string): string {
  return (
    rest
      .replaceAll(/\s+/gu, " ")
      .replaceAll(/ (?=[.,;:!?])/gu, "")
      .trim()
      // "14 Willow Street, or" without the address after it
      .replace(/[ ,;](?:or|and)[.!]?$/iu, "")
      .replace(/^[\s,;:.|/–—-]+/u, "")
      .replace(/(?<![\s,;:|/–—-])[\s,;:|/–—-]+$/u, "")
  );
}
