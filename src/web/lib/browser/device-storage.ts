const unstored = new Map<string, string | null>();

export function readStored(key: string): string | null {
  const unstoredValue = unstored.get(key);
  if (unstoredValue !== undefined) return unstoredValue;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or deletes it for null. If storage is full or denied, it's kept until the page is closed. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}
