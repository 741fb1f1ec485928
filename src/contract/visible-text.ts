/** Elements of a chapter whose text isn't counted: server and reader count alike (BEYOND 5). */
export const NON_TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  "head",
  "title",
  "style",
  "script",
  "template",
  "desc",
  "metadata",
]);
