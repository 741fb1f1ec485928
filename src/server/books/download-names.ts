/** File systems allow 255 bytes. */
const NAME_MAX_LENGTH = 100;

export function ebookFilename(title: string): string {
  return `${safeName(title)}.epub`;
}

/** Title with underscores, `_audiobook` and the stored file's extension, .m4b by default (SPEC 7). */
export function audiobookFilename(title: string, storedName: string): string {
  const extension = storedName.toLowerCase().endsWith(".mp3") ? "mp3" : "m4b";
  return `${safeName(title).replaceAll(" ", "_")}_audiobook.${extension}`;
}

function safeName(title: string): string {
  const clean = title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    // direction marks could show 'gpj.exe' as 'exe.jpg'
    .replaceAll(/\p{Cf}/gu, (mark) => (mark === "\u200d" ? mark : ""))
    .replaceAll(/[/\\:*?"<>|]/g, "-")
    .replaceAll(/^[\s.-]+|(?<![\s.])[\s.]+$/gu, "");
  const short = [...clean].slice(0, NAME_MAX_LENGTH).join("").trimEnd();
  return short || "Book";
}
