const LETTERS = "mYt0q5yRk1w7ZcB8nVfXh3LdPs9GjAeUi2oTbHxKvN4";

/** Values of fields that differ at each run. */
const FIELDS: Readonly<Record<string, string | number>> = {
  temporaryPassword: "cellar-plum-48",
  version: "1.0.0",
  freeBytes: 20_000_000_000,
  rawId: "3qZpTg7mJw0xVn2cRb5yKQ",
};

/** Secrets, codes and random names, but not hashes of images and keys of one letter. */
const PATTERNS: readonly (readonly [RegExp, (randomText: string) => string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, () => "0b8c5b7e-2f4e-4f0a-9d7c-5a1e7c9d3f21"],
  [/\b(?:[0-9A-Z]{4}-)+[0-9A-Z]{4}\b/g, (randomText) => randomText.replaceAll(/[0-9A-Z]{4}/g, "WNE7")],
  [
    /(?<![\w-])(?![0-9a-f]{64}(?![\w-]))(?!(.)\1{9})[\w-]{40,}/g,
    (randomText) => LETTERS.repeat(2).slice(0, Math.min(randomText.length, 64)),
  ],
];

/** Replaces random values, so that the description only changes with the calls. */
export function maskRandomValues<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (key, entry: unknown) => {
    if (key in FIELDS) return FIELDS[key];
    if (typeof entry === "object" && entry !== null && "id" in entry && "type" in entry && entry.type === "public-key")
      return { ...entry, id: FIELDS["rawId"] };
    if (typeof entry !== "string") return entry;
    return PATTERNS.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), maskImages(entry));
  });
}

/** Mail has an image only if the web app is built. */
function maskImages(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 300)}…` : text;
}
