const UNITS: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001 };

/** Seconds of a SMIL clock value (EPUB 3.3, appendix E), such as `0:01:02.5`, `01:02.5`, `62.5s` or `62.5`; else null. */
export function readClock(text: string): number | null {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,8}(?:\.\d{0,9})?)$/.exec(text.trim());
  if (parts) return Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3]);
  const counted = /^(\d{1,8}(?:\.\d{0,9})?)(h|min|s|ms)$/.exec(text.trim());
  return counted ? Number(counted[1]) * (UNITS[counted[2] ?? ""] ?? 1) : null;
}
