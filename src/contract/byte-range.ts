/** Inclusive first and last byte. */
export type ByteRange = { start: number; end: number };

/**
 * Reads a Range header against a file of `size` bytes (RFC 9110, 14).
 * @returns the one range asked for; 'unsatisfiable' for 416; null when the header is to be ignored: absent,
 *   another unit, malformed, or several ranges (which a server may answer with the whole)
 */
export function readByteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  if (last !== "" && BigInt(last) < BigInt(first)) return null;
  const start = Number(first);
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
