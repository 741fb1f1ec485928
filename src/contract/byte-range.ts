/** Inclusive first and last byte. */
export type ByteRange = { start: number; end: number };

/** Reads a Range header (RFC 9110, 14). @returns 'unsatisfiable' for 416; null to ignore it, e.g. for several ranges */
export function readByteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(\d*)$/i.exec(header?.trim() ?? "");
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
