import { normalizeText } from "#contract/normalize-text.ts";

/** File systems allow 255 bytes per name. */
const NAME_MAX_CHARS = 100;

export function ebookFilename(title: string): string {
  return `${toSafeName(title)}.epub`;
}

export function highlightsFilename(title: string): string {
  return `${toSafeName(title)} highlights.md`;
}

/** The title with underscores, `_audiobook` and the stored file's extension, .m4b by default (SPEC 7). */
export function audiobookFilename(title: string, storedName: string): string {
  const extension = storedName.toLowerCase().endsWith(".mp3") ? "mp3" : "m4b";
  return `${toSafeName(title).replaceAll(" ", "_")}_audiobook.${extension}`;
}

/** For eReaders that support only ASCII, without characters that FAT forbids; "Book" for titles in other scripts. */
export function asciiFilename(name: string): string {
  const dot = name.lastIndexOf(".");
  const [, stem = "", suffix = ""] = /^(.*?)(_audiobook)?$/.exec(name.slice(0, dot)) ?? [];
  const asciiStem = [...normalizeText(stem, "NFC")]
    .map((letter) => TRANSLITERATION.get(letter) ?? normalizeText(letter, "NFKD"))
    .join("")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[\u2018\u2019\u02BC]/g, "'")
    .replaceAll(/[^ -~]|["*/:<>?\\|+,;=[\]%]/g, "")
    .replaceAll(/([ _])[ _]+/g, "$1")
    .replace(/^[\s._-]+/, "")
    .replace(/(?<![\s._-])[\s._-]+$/, "");
  const isName = /[\da-z]/i.test(asciiStem) && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(asciiStem);
  return `${isName ? asciiStem : "Book"}${suffix}${name.slice(dot)}`;
}

const CYRILLIC =
  "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch " +
  "ы y э e ю yu я ya і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz";
const LATIN = "ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i";
const TRANSLITERATION = new Map(
  [...`${CYRILLIC} ${LATIN}`.matchAll(/(?<!\S)(\S{1,3}) (\S{1,4})(?!\S)/g)]
    .flatMap(([, from = "", to = ""]) => {
      const upper = from.toUpperCase();
      return upper.length === 1 && upper !== from
        ? [[from, to] as const, [upper, to.charAt(0).toUpperCase() + to.slice(1)] as const]
        : [[from, to] as const];
    })
    .concat(["ъ", "ь", "Ъ", "Ь"].map((character) => [character, ""] as const)),
);

function toSafeName(title: string): string {
  const cleanTitle = title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    // bidirectional marks could show 'gpj.exe' as 'exe.jpg'
    .replaceAll(/\p{Cf}/gu, (character) => (character === "\u200d" ? character : ""))
    .replaceAll(/[/\\:*?"<>|]/g, "-")
    .replaceAll(/^[\s.-]+|(?<![\s.])[\s.]+$/gu, "");
  const shortName = [...cleanTitle].slice(0, NAME_MAX_CHARS).join("").trimEnd();
  return shortName || "Book";
}
