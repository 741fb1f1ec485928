/** What programs that run containers call by these names (BEYOND 12). @returns the command's words, or null */
export function hookCalled(program: string): string[] | null {
  const [, name] = /(?:^|\/)hooks\/(pre-backup|post-restore)$/.exec(program) ?? [];
  return name === undefined ? null : ["hook", name];
}
