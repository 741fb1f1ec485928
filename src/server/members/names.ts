import { domainToASCII } from "node:url";

import { Value } from "@sinclair/typebox/value";

import { stripInvisibleCharacters } from "#contract/invisible-characters.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import { trimText } from "#contract/text-length.ts";
import { Email } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { fieldError } from "#server/errors.ts";

export function foldCase(text: string): string {
  return normalizeText(text, "NFKC").toLowerCase();
}

/** Folds width, case, outer and repeated spaces, invisible characters, and characters that differ between keyboards. */
export function usernameKey(username: string): string {
  return [...CHARACTER_FOLDS].reduce(
    (key, [from, to]) => key.replaceAll(from, to),
    foldSpaces(stripInvisibleCharacters(normalizeUsername(username))),
  );
}

/** Distinguishes members whose usernames became equal with a later version (migrations 27, 36, 37 and 44). */
export function normalizeUsername(username: string): string {
  return foldSpaces(foldCase(username));
}

const foldSpaces = (text: string) => trimText(text).replaceAll(/\s+/g, " ");

/** Characters that keyboards omit or write in two ways. The same as in migrations 27 and 36. */
const CHARACTER_FOLDS = new Map([
  ["i\u0307", "i"],
  ["ı", "i"],
  ["ß", "ss"],
  ["ς", "σ"],
  ["ά", "α"],
  ["έ", "ε"],
  ["ή", "η"],
  ["ί", "ι"],
  ["ϊ", "ι"],
  ["ΐ", "ι"],
  ["ό", "ο"],
  ["ύ", "υ"],
  ["ϋ", "υ"],
  ["ΰ", "υ"],
  ["ώ", "ω"],
  ["ي", "ی"],
  ["ى", "ی"],
  ["ك", "ک"],
  ["’", "'"],
  ["‘", "'"],
  ["ʼ", "'"],
]);

export function isEmailAddress(name: string): boolean {
  return [trimText(name), usernameKey(name), lookalikeKey(name)].some((text) => Value.Check(Email, text));
}

export function emailKey(email: string): string {
  const [localPart = "", domain = ""] = trimText(email).toLowerCase().split("@");
  return `${localPart}@${domainToASCII(domain) || domain}`;
}

/** Latin letters and their lookalikes (Unicode's confusables, UTS 39). */
const LOOKALIKES = [
  ["АВЕЅІЈКМНОРСТУХҮԚԜ", "abesijkmhopctyxyqw"],
  ["аеѕіјорсухһԁԛԝкмтьӏ", "aesijopcyxhdqwkmtbl"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"],
  ["ανορικυγχτ", "avopikuyxt"],
  ["օոսհզց", "onuhqg"],
  ["ıɑɡ", "iag"],
] as const;
const LATIN_BY_LOOKALIKE = new Map(
  LOOKALIKES.flatMap(([from, to]) => [...from].map((letter, index) => [letter, to.charAt(index)])),
);

function lookalikeKey(name: string): string {
  const latinLetters = [...normalizeText(name, "NFKC")].map((letter) => LATIN_BY_LOOKALIKE.get(letter) ?? letter);
  return normalizeUsername(stripInvisibleCharacters(latinLetters.join("")));
}

/** Rejects a name that imitates another's by mixing alphabets. @throws AppError 'conflict' */
export function rejectLookalikes(
  { stores }: Deps,
  names: { username?: string; displayName: string },
  ownId: number | null = null,
): void {
  const otherMembers = stores.users.list().filter(({ id }) => id !== ownId);
  for (const [field, name] of Object.entries(names)) {
    const isLookalike = (other: string) =>
      foldCase(other) !== foldCase(name) && lookalikeKey(other) === lookalikeKey(name);
    if (!otherMembers.some(({ username, displayName }) => isLookalike(username) || isLookalike(displayName))) continue;
    const message = "That name looks like another member's. Please choose another.";
    throw fieldError(`/${field}`, message, "conflict");
  }
}
