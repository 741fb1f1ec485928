/** Text without what does not count when it is compared or searched: width and case. */
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The one form in which usernames are compared: width, case and outer or repeated spaces do not count. */
export function usernameKey(username: string): string {
  return folded(username).trim().replaceAll(/\s+/g, " ");
}

/** The one form in which email addresses are compared. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Letters of other alphabets beside the Latin ones that they look like (after Unicode's confusables, UTS 39). */
const LOOKALIKES = [
  ["АВЕЅІЈКМНОРСТУХҮԚԜ", "abesijkmhopctyxyqw"],
  ["аеѕіјорсухһԁԛԝкмтьӏ", "aesijopcyxhdqwkmtbl"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"],
  ["ανορικυγχτ", "avopikuyxt"],
  ["օոսհզց", "onuhqg"],
  ["ıɑɡ", "iag"],
] as const;
const LATIN = new Map(LOOKALIKES.flatMap(([from, to]) => [...from].map((letter, index) => [letter, to.charAt(index)])));

/** What a name looks like at a glance: two names of one look can be taken for each other. */
export function lookOf(name: string): string {
  const letters = [...name.normalize("NFKC")].map((letter) => LATIN.get(letter) ?? letter);
  return usernameKey(letters.join("").replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ""));
}
