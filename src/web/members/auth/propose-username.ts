const ACCENTS = /[\u0300-\u036f]/g;
const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;

/** "Zoë van Dijk" becomes "zoe.van.dijk". */
export function proposeUsername(displayName: string): string {
  const plain = displayName.normalize("NFD").replaceAll(ACCENTS, "").normalize("NFC").toLowerCase();
  return (plain.match(WORD) ?? []).join(".");
}
