/**
 * What programs that run containers call by these names (BEYOND 12). ONCE restores in a container that sleeps.
 * @returns the command's words, or null
 */
export function hookCalled(program: string): string[] | null {
  const [, hook] = /(?:^|\/)hooks\/(pre-backup|post-restore)$/.exec(program) ?? [];
  if (hook !== undefined) return ["hook", hook];
  return /(?:^|\/)sleep$/.test(program) ? ["hook", "sleep"] : null;
}
