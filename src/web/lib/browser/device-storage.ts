/** Never throws. Values that don't fit, or are denied, stay in memory until the page is closed. */
function createSafeStorage(open: () => Storage) {
  const fallback = new Map<string, string | null>();
  return {
    read(key: string): string | null {
      try {
        return fallback.get(key) ?? (fallback.has(key) ? null : open().getItem(key));
      } catch {
        return null;
      }
    },
    write(key: string, value: string | null): void {
      try {
        if (value === null) open().removeItem(key);
        else open().setItem(key, value);
        fallback.delete(key);
      } catch {
        fallback.set(key, value);
      }
    },
    clear(): void {
      fallback.clear();
      try {
        open().clear();
      } catch {}
    },
  };
}

export const deviceStorage = createSafeStorage(() => localStorage);
export const { read: readStored, write: writeStored } = deviceStorage;
export const tabStorage = createSafeStorage(() => sessionStorage);
