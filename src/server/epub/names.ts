/** The archive's own name for one that is written differently, or null when there is none. */
export type FindName = (name: string) => string | null;

/**
 * Finds names as readers do: exactly, else ignoring case and Unicode normalization, else with escapes like `%20` read
 * in either of both.
 */
export function createFindName(names: Iterable<string>): FindName {
  const exact = new Set(names);
  const folded = new Map<string, string>();
  const decoded = new Map<string, string>();
  for (const name of exact) {
    addFirst(folded, fold(name), name);
    addFirst(decoded, fold(decodePath(name)), name);
  }
  return (name) => (exact.has(name) ? name : (folded.get(fold(name)) ?? decoded.get(fold(decodePath(name))) ?? null));
}

function addFirst(names: Map<string, string>, key: string, name: string): void {
  if (!names.has(key)) names.set(key, name);
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** As it is where an escape isn't valid. */
export function decodePath(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
