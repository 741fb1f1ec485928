/** `note` needs no change, `fix` does. */
export type Finding = { about: string; state: "ok" | "note" | "fix"; message: string };

export const ok = (about: string, message: string): Finding => ({ about, state: "ok", message });
export const note = (about: string, message: string): Finding => ({ about, state: "note", message });
export const fix = (about: string, message: string): Finding => ({ about, state: "fix", message });

export function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
