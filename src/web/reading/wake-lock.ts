/** Longer than reading a page, shorter than a night. */
const PAGE_MAX_MS = 5 * 60_000;

/** Keeps the screen on while a member reads, because a page takes longer than the screen timeout of phones. */
export function createWakeLock() {
  const lifetime = new AbortController();
  let lock: Promise<WakeLockSentinel | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function release(): void {
    clearTimeout(timer);
    void lock?.then((current) => current?.release());
    lock = null;
  }
  function extend(): void {
    clearTimeout(timer);
    timer = setTimeout(release, PAGE_MAX_MS);
    if (!("wakeLock" in navigator)) return;
    lock ??= navigator.wakeLock.request("screen").catch(() => {
      // Rejected while the page is hidden or the battery is low. The next page tries again.
      lock = null;
      return null;
    });
  }
  // A hidden page loses its lock.
  document.addEventListener("visibilitychange", () => (document.hidden ? release() : extend()), {
    signal: lifetime.signal,
  });

  return {
    extend,
    end(): void {
      lifetime.abort();
      release();
    },
  };
}
