/** Milliseconds: longer than anyone reads a page, shorter than a night. */
const PAGE_TIME = 5 * 60_000;

/** Keeps the screen on while somebody reads: a page takes longer than phones wait. */
export function createWakeLock() {
  const life = new AbortController();
  let lock: Promise<WakeLockSentinel | null> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function rest(): void {
    clearTimeout(timer);
    void lock?.then((held) => held?.release());
    lock = null;
  }
  function extend(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, PAGE_TIME);
    if (!("wakeLock" in navigator)) return;
    lock ??= navigator.wakeLock.request("screen").catch(() => {
      // hidden, or the battery is low: asked again on the next page
      lock = null;
      return null;
    });
  }
  // a hidden page loses its lock
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : extend()), { signal: life.signal });

  return {
    /** For some minutes from now. */
    extend,
    end(): void {
      life.abort();
      rest();
    },
  };
}
