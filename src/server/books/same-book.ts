/** What makes two books the same: title and author but for case, width and spaces. */
export function keyOf({ title, author }: { title: string; author: string }): string {
  return [title, author].map((text) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "")).join("\n");
}
