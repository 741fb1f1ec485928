/** A document's commands, in shell fences and indented blocks beginning with one. */
export async function commandsOf(document: string): Promise<string[]> {
  const text = await Bun.file(document).text();
  const fencedLines = (text.match(/^ *```sh\n[^]*?^ *```$/gm) ?? []).flatMap((block) => block.split("\n").slice(1, -1));
  const indentedLines = (text.match(/(?<=\n\n)(?: {4}.*\n)+/g) ?? [])
    .filter((block) => /^ {4}(?:npm|bun|ssh|scp) /.test(block))
    .flatMap((block) => block.replaceAll("\\\n", " ").trimEnd().split("\n"));
  return [...fencedLines, ...indentedLines].map((line) => line.replace(/\s+#.*$/, "").trim());
}
