/** `note` needs no change, `fix` does. */
export type Finding = { topic: string; state: "ok" | "note" | "fix"; message: string };

export const ok = (topic: string, message: string): Finding => ({ topic, state: "ok", message });
export const note = (topic: string, message: string): Finding => ({ topic, state: "note", message });
export const fix = (topic: string, message: string): Finding => ({ topic, state: "fix", message });

export function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
