/** Equal for the same book: ignores case, width and spaces. */
export function sameBookKey({ title, author }: { title: string; author: string }): string {
  return [title, author].map((text) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "")).join("\n");
}
