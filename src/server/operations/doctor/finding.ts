/** `note` needs no change, `fix` does. */
export type Finding = { topic: string; state: "ok" | "note" | "fix"; message: string };

/** Functions that create a topic's findings. */
export function createFindings(topic: string) {
  const createFinding =
    (state: Finding["state"]) =>
    (message: string): Finding => ({ topic, state, message });
  return { ok: createFinding("ok"), note: createFinding("note"), fix: createFinding("fix") };
}

export function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
