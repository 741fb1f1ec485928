/** Writes a problem that the reader need not see to the browser's console (SPEC 7 and 8 ask for such logs). */
export function logProblem(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place of the web app that may
  console.error(what, error);
}
