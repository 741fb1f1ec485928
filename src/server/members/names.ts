import { trimText } from "#contract/text-rule.ts";

/** Ignores width and case. */
export function foldCase(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Ignores width, case, and outer or repeated spaces. */
export function usernameKey(username: string): string {
  return trimText(foldCase(username)).replaceAll(/\s+/g, " ");
}

export function emailKey(email: string): string {
  return trimText(email).toLowerCase();
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
const LATIN = new Map(LOOKALIKES.flatMap(([from, to]) => [...from].map((letter, index) => [letter, to.charAt(index)])));

/** A key that is equal for names that look alike. */
export function lookalikeKey(name: string): string {
  const letters = [...name.normalize("NFKC")].map((letter) => LATIN.get(letter) ?? letter);
  return usernameKey(letters.join("").replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ""));
}
