/** A document's commands, in shell fences and indented blocks beginning with one. */
export async function commandsOf(document: string): Promise<string[]> {
  const text = await Bun.file(document).text();
  const fenced = (text.match(/^ *```sh\n[^]*?^ *```$/gm) ?? []).flatMap((block) => block.split("\n").slice(1, -1));
  const indented = (text.match(/(?<=\n\n)(?: {4}.*\n)+/g) ?? [])
    .filter((block) => /^ {4}(?:npm|bun|ssh|scp) /.test(block))
    .flatMap((block) => block.replaceAll("\\\n", " ").trimEnd().split("\n"));
  return [...fenced, ...indented].map((line) => line.replace(/\s+#.*$/, "").trim());
}

/** Commands within a sentence or a table: code that begins with a program's name and has an argument. */
export async function inlineCommandsOf(document: string): Promise<string[]> {
  const text = (await Bun.file(document).text()).replace(/^ *```[^]*?^ *```$/gm, "").replaceAll(/\s+/g, " ");
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
  return code.filter((command) =>
    /^(?:npm|bun|bookclub|club|litestream|systemctl) \S|^node_modules\/\.bin\//.test(command),
  );
}
