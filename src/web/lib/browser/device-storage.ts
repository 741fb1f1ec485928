/** What the browser refused to store: this page remembers it. */
const unstored = new Map<string, string | null>();

/** What this device remembers. */
export function readStored(key: string): string | null {
  const unstoredValue = unstored.get(key);
  if (unstoredValue !== undefined) return unstoredValue;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null forgets. Where storage is full or refused, it's remembered until the page is closed. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}
