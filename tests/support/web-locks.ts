type LockRequest = { name: string; grant: () => void };

const MOMENT_MS = 5;

/** A browser's exclusive locks. Tabs are granted a lock, and notice its release, a moment later. */
export function webLocks(): Pick<LockManager, "query" | "request"> {
  const heldLocks = new Set<LockRequest>();
  const queue = new Set<LockRequest>();
  const isTaken = (name: string, locks: Set<LockRequest>) => [...locks].some((other) => other.name === name);

  function grantNext(): void {
    for (const one of queue)
      if (!isTaken(one.name, heldLocks)) {
        queue.delete(one);
        heldLocks.add(one);
        one.grant();
      }
  }

  async function request(name: string, { ifAvailable = false }: LockOptions, run: (lock: object | null) => unknown) {
    if (ifAvailable && (isTaken(name, heldLocks) || isTaken(name, queue))) return run(null);
    const { promise, resolve: grant } = Promise.withResolvers<void>();
    const one = { name, grant };
    queue.add(one);
    grantNext();
    await promise;
    await Bun.sleep(MOMENT_MS);
    try {
      return await run(one);
    } finally {
      await Bun.sleep(MOMENT_MS);
      heldLocks.delete(one);
      grantNext();
    }
  }

  return {
    request: request as LockManager["request"],
    query: async () => ({ held: [...heldLocks].map(({ name }) => ({ name })), pending: [] }),
  };
}
