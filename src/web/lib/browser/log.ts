export function logProblem(message: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place of the web app that may
  console.error(message, error);
}
