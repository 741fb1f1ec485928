/** Statuses of a save that the server will never take, however often it is sent. */
export const HOPELESS: ReadonlySet<number> = new Set([400, 403, 404, 422]);

/** Not `randomUUID`, which browsers withhold from pages of a plain http address. */
export function newClientName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Holds a player's name until `signal`, or the end of the page; false when another page holds it. */
export function holdName(name: string, signal: AbortSignal): Promise<boolean> {
  // Pages of a plain http address have none.
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    void locks.request(`player ${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => signal.addEventListener("abort", () => release()));
    });
  });
}
